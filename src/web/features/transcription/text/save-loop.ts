export type SaveState =
  | Readonly<{ kind: 'saved' | 'waiting' | 'saving' | 'offline' }>
  | Readonly<{ kind: 'refused'; text: string }>;

export type SaveError = 'offline' | 'changed_elsewhere' | Readonly<{ refused: string }>;

export type SaveLoopOptions<Pending> = {
  /** What there is to send; undefined when the server has it all. */
  pending: (limit: { leaving: boolean }) => Pending | undefined;
  send: (pending: Pending) => Promise<void>;
  /** Somebody else was first: takes in what they wrote, so that the next save goes over it. */
  reconcile: () => Promise<void>;
  faultOf: (error: unknown) => SaveError;
  onState: (state: SaveState) => void;
};

const quietMs = 1_000;
const firstPauseMs = 2_000;
const maxPauseMs = 30_000;

/** Two that overtake each other again and again wait a while instead. */
const maxOvertakings = 5;

export type SaveLoop = ReturnType<typeof createSaveLoop>;

/** One save at a time, a second after the last key; what fails is tried again until the server has it. */
export function createSaveLoop<Pending>(options: SaveLoopOptions<Pending>) {
  const { pending, send, reconcile, faultOf, onState } = options;
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
    // A refusal stays one: it is asked again when something changes, or by hand.
    if (typeof fault === 'object') return;
    schedule(Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs));
  }

  async function faultFrom(work: Promise<void>): Promise<SaveError | undefined> {
    try {
      await work;
      return undefined;
    } catch (error) {
      return faultOf(error);
    }
  }

  async function save(leaving: boolean) {
    let overtakings = 0;
    isTouched = false;
    for (let next = pending({ leaving }); next !== undefined; next = pending({ leaving })) {
      // Who was told that it is not saved hears nothing else until it is.
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
    // Too long for what a browser still sends from a page that goes; this one may yet stay.
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
    /** Something changed. */
    touch() {
      isTouched = true;
      isStopped = false;
      // The save that runs, or the next try, takes it along.
      if (running !== undefined || (failures > 0 && timer !== undefined)) return;
      if (failures === 0) onState({ kind: 'waiting' });
      schedule(quietMs);
    },
    /** Without the pause: the connection is back, or somebody waits for it. What came while one ran goes along. */
    async now() {
      await running;
      await run();
    },
    /** The page is left: only what a browser still sends then. */
    leave: () => run(true),
    /** No more tries of its own, until it is touched again. */
    stop() {
      isStopped = true;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
