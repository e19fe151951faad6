import { createPausableTimer } from '../../browser/pausable-timer.ts';

export const undoMs = 5_000;

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
  let open: { offer: UndoOffer; timer: ReturnType<typeof createPausableTimer>; isStarted: boolean }[] = [];
  let isPaused = false;

  function remove(offer: UndoOffer) {
    for (const each of open) if (each.offer === offer) each.timer.pause();
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
      const entry = {
        timer,
        isStarted: false,
        offer: {
          names: [],
          ids: [],
          isUndone: false,
          ended,
          end,
          start() {
            entry.isStarted = true;
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
    withdrawAll() {
      for (const { offer } of open) withdraw(offer);
    },
  };
}
