import { createListeners } from '#web/browser/listeners.ts';
import { type FileRules, isSameFile, refusalOf } from '../files/chosen-file.ts';
import { inspectFile, nothingFound } from '../workers/inspect-file.ts';
import { createUndoOffers, type UndoOffer } from './create-undo-offers.ts';
import type { UploadQueue } from './create-upload-queue.ts';

/** A file that the form of the upload page takes over, and why it was not sent. */
export type LeftFile = { file: File; reason: string | undefined };

type DropsState = {
  /** Files that the browser still reads. */
  checking: number;
  offer: UndoOffer | undefined;
  left: readonly LeftFile[];
};

type SendOptions = { rules: () => Promise<FileRules>; language: string; sendsWholeVideo: boolean };

export type Drops = ReturnType<typeof createDrops>;

/** Sends files without the form. It has the same life as the queue, so a change of screen ends nothing. */
export function createDrops(queue: UploadQueue) {
  let state: DropsState = { checking: 0, offer: undefined, left: [] };
  let turn: Promise<unknown> = Promise.resolve();
  let isForgotten = false;
  const listeners = createListeners();
  const offers = createUndoOffers(() => change({}));

  const isInQueue = (id: string) => queue.items().some((item) => item.id === id);
  queue.subscribe(() => offers.endEmpty(isInQueue));

  function change(next: Partial<DropsState>) {
    state = { ...state, ...next, offer: offers.newest() };
    listeners.notify();
  }

  function leave(file: File, reason: string | undefined) {
    if (state.left.some((each) => isSameFile(each.file, file))) return;
    change({ left: [...state.left, { file, reason }] });
  }

  async function refusal(file: File, rules: FileRules) {
    // The name, the size and used-up hours refuse a file before the browser reads it.
    const atSight = refusalOf({ id: 0, file, found: nothingFound }, rules);
    return atSight ?? refusalOf({ id: 0, file, found: await inspectFile(file) }, rules);
  }

  /** Returns the names of files that are already on their way. */
  async function sendAll(offer: UndoOffer, files: readonly File[], options: SendOptions) {
    const { language, sendsWholeVideo } = options;
    const repeated = new Set<string>();
    const rules = await options.rules();
    for (const file of files) {
      const reason = offer.isUndone ? undefined : await refusal(file, rules);
      const isRepeated = reason === undefined && !offer.isUndone && (await queue.isSending(file));
      change({ checking: state.checking - 1 });
      if (offer.isUndone || isForgotten) continue;
      if (reason !== undefined) leave(file, reason);
      else if (isRepeated) repeated.add(file.name);
      else {
        offer.ids.push(queue.add({ file, language, sendsWholeVideo, transcribeAfter: offer.ended }));
        offer.names.push(file.name);
        // An earlier drop of the file may have been refused, and the form would send it again.
        change({ left: state.left.filter((each) => !isSameFile(each.file, file)) });
      }
    }
    if (offer.ids.some(isInQueue)) offer.start();
    else offer.end();
    return [...repeated];
  }

  return {
    state: () => state,
    subscribe: listeners.subscribe,

    send(files: readonly File[], options: SendOptions): Promise<string[]> {
      const offer = offers.add();
      change({ checking: state.checking + files.length });
      // One drop after the other, so that the second finds the files of the first in the queue.
      const sent = turn.then(() => sendAll(offer, files, options));
      turn = sent;
      return sent;
    },
    /** Resolves to false if the server keeps bytes for now. */
    async undo(offer: UndoOffer): Promise<boolean> {
      offers.withdraw(offer);
      return (await Promise.all(offer.ids.map(queue.cancel))).every(Boolean);
    },
    setPaused: offers.setPaused,
    /** Leaves files to the form without an attempt to send them. */
    leaveToForm(files: readonly File[]) {
      for (const file of files) leave(file, undefined);
    },
    takeLeft(): readonly LeftFile[] {
      const { left } = state;
      if (left.length > 0) change({ left: [] });
      return left;
    },
    /** The user has signed out: a file that is still being read must not enter the browser's storage. */
    forget() {
      isForgotten = true;
      offers.withdrawAll();
      change({ left: [] });
    },
  };
}
