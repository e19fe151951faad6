import type { TextEdit } from '#contract/transcript.ts';

export type SaveState =
  | Readonly<{ kind: 'saved' | 'waiting' | 'saving' | 'offline' }>
  | Readonly<{ kind: 'refused'; text: string }>;

export type SaveError = 'offline' | 'changed_elsewhere' | Readonly<{ refused: string }>;

type SaveLoopOptions = {
  /** The unsaved changes; undefined when the server has everything. */
  pending: (limit: { leaving: boolean }) => TextEdit | undefined;
  send: (edit: TextEdit) => Promise<void>;
  /** Another tab saved first: merges its changes, so that the next save applies on top of them. */
  reconcile: () => Promise<void>;
  toSaveError: (error: unknown) => SaveError;
  onState: (state: SaveState) => void;
};

const quietMs = 1_000;
const firstPauseMs = 2_000;
const maxPauseMs = 30_000;

/** Two tabs that keep overtaking each other back off after this many attempts. */
const maxOvertakings = 5;

/** Runs one save at a time, debounced by a second, and retries failures with back-off. */
export function createSaveLoop({ pending, send, reconcile, toSaveError, onState }: SaveLoopOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let isTouched = false;
  let isStopped = false;
  let failures = 0;

  function schedule(waitMs: number) {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void run(), waitMs);
  }

  function fail(fault: SaveError) {
    failures += 1;
    onState(typeof fault === 'object' ? { kind: 'refused', text: fault.refused } : { kind: 'offline' });
    // A retry of a refused save would fail again. Wait for another change or the retry button.
    if (typeof fault === 'object') return;
    schedule(Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs));
  }

  async function faultFrom(work: Promise<void>): Promise<SaveError | undefined> {
    try {
      await work;
      return undefined;
    } catch (error) {
      return toSaveError(error);
    }
  }

  async function save(leaving: boolean) {
    let overtakings = 0;
    isTouched = false;
    for (let next = pending({ leaving }); next !== undefined; next = pending({ leaving })) {
      // After a failure, keep the error on the screen until a save succeeds.
      if (failures === 0) onState({ kind: 'saving' });
      let fault = await faultFrom(send(next));
      if (fault === 'changed_elsewhere' && overtakings < maxOvertakings) {
        overtakings += 1;
        fault = await faultFrom(reconcile());
      }
      if (fault !== undefined) return fail(fault);
      failures = 0;
      if (isTouched) {
        onState({ kind: 'waiting' });
        return schedule(quietMs);
      }
    }
    failures = 0;
    if (!leaving || pending({ leaving: false }) === undefined) return onState({ kind: 'saved' });
    // The rest exceeds the browser's keepalive limit. Save it later in case the page stays open.
    onState({ kind: 'waiting' });
    schedule(quietMs);
  }

  function run(leaving = false): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running ??= save(leaving).finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    touch() {
      isTouched = true;
      isStopped = false;
      // The running save or the scheduled retry includes this change.
      if (running !== undefined || (failures > 0 && timer !== undefined)) return;
      if (failures === 0) onState({ kind: 'waiting' });
      schedule(quietMs);
    },
    /** Saves without the debounce, after a save that is already running. */
    async now() {
      await running;
      await run();
    },
    /** The page is closing: sends only as much as fits the browser's keepalive limit. */
    leave: () => run(true),
    /** Stops automatic saves and retries until the next `touch`. */
    stop() {
      isStopped = true;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
