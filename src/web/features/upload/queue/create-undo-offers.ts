import { createPausableTimer } from '#web/browser/pausable-timer.ts';

const undoMs = 5_000;
/** A pointer or a focus that is left on the button stops the time no longer than this. */
const maxUndoMs = 20_000;

type PausableTimer = ReturnType<typeof createPausableTimer>;

export type UndoOffer = {
  names: string[];
  /** The uploads of the drop in the queue. */
  ids: string[];
  isUndone: boolean;
  /** Resolves when the time of the offer is over, and never after an undo. */
  ended: Promise<void>;
  /** All files are in the queue: the time starts. */
  start: () => void;
  end: () => void;
};

/** The drops that the user can still undo, the newest last. */
export function createUndoOffers(onChange: () => void) {
  let open: { offer: UndoOffer; timer: PausableTimer; cap: PausableTimer; isStarted: boolean }[] = [];
  let isPaused = false;

  function remove(offer: UndoOffer) {
    for (const { offer: each, timer, cap } of open)
      if (each === offer) {
        timer.pause();
        cap.pause();
      }
    open = open.filter((each) => each.offer !== offer);
    onChange();
  }

  function withdraw(offer: UndoOffer) {
    offer.isUndone = true;
    remove(offer);
  }

  return {
    newest: () => open.at(-1)?.offer,
    add(): UndoOffer {
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const end = () => {
        remove(offer);
        resolve();
      };
      const timer = createPausableTimer(undoMs, end);
      const cap = createPausableTimer(maxUndoMs, end);
      const entry = {
        timer,
        cap,
        isStarted: false,
        offer: {
          names: [],
          ids: [],
          isUndone: false,
          ended,
          end,
          start() {
            entry.isStarted = true;
            cap.run();
            if (!isPaused) timer.run();
          },
        } as UndoOffer,
      };
      const { offer } = entry;
      open = [...open, entry];
      onChange();
      return offer;
    },
    withdraw,
    /** A user who is about to press the button must not lose it. */
    setPaused(next: boolean) {
      isPaused = next;
      for (const { timer, isStarted } of open)
        if (isPaused) timer.pause();
        else if (isStarted) timer.run();
    },
    /** Ends offers whose files have all left the queue, because they would hide the offer of an earlier drop. */
    endEmpty(isInQueue: (id: string) => boolean) {
      for (const { offer, isStarted } of open) if (isStarted && !offer.ids.some(isInQueue)) offer.end();
    },
    withdrawAll() {
      for (const { offer } of open) withdraw(offer);
    },
  };
}
