import { useEffect, useRef, useState } from 'react';
import type { Release } from './recording-locks.ts';
import type { EndedBy } from './recording-text.ts';
import { dropRecording } from './recording-vault.ts';
import { notifyRecordingsChanged } from './use-unsent.ts';

/** What becomes of a recording once it is out of our hands. */
export type HandedOptions = {
  /** It is safe elsewhere: what we kept of it is not needed any more. */
  onStored: () => void;
  /** It is on its way, whichever screen is shown. */
  onQueued: () => void;
  /** The person took it off the list, and it is ours again. */
  onRemoved: () => void;
};

export type OnRecorded = (file: File, options: HandedOptions) => void;

export type HandedRecording = {
  id: string;
  file: File;
  seconds: number;
  by: EndedBy;
  /** Lets go of the lock that says that somebody has it. */
  release: Release;
};

/** Gives recordings away, and keeps them from being offered twice for as long as somebody else has them. */
export function useRecordingHandoff(onRecorded: OnRecorded, refresh: () => void) {
  const inForm = useRef(new Map<string, Release>());
  const [last, setLast] = useState<HandedRecording>();

  useEffect(() => {
    const handed = inForm.current;
    return () => {
      // The form goes with the screen: what was not sent from it is offered when it is there again.
      for (const release of handed.values()) release();
      handed.clear();
    };
  }, []);

  function leaveForm(id: string) {
    inForm.current.delete(id);
    setLast((handed) => (handed?.id === id ? undefined : handed));
  }

  function hand(handed: HandedRecording) {
    const { id, file, release } = handed;
    inForm.current.set(id, release);
    setLast(handed);
    onRecorded(file, {
      async onStored() {
        leaveForm(id);
        // What cannot be dropped is only offered once more.
        await dropRecording(id).catch(() => {});
        release();
        notifyRecordingsChanged();
      },
      onQueued: () => leaveForm(id),
      onRemoved() {
        leaveForm(id);
        release();
        refresh();
        notifyRecordingsChanged();
      },
    });
  }

  /** The last one, for as long as it waits in the form. */
  return { hand, last };
}
