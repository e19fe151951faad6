import { useEffect, useRef } from 'react';
import type { Release } from './recording-locks.ts';
import { dropRecording } from './recording-vault.ts';
import { tellRecordingsChanged } from './use-unsent.ts';

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

type Handing = { id: string; file: File; release: Release };

/** Gives recordings away, and keeps them from being offered twice for as long as somebody else has them. */
export function useHanding(onRecorded: OnRecorded, refresh: () => void) {
  const inForm = useRef(new Map<string, Release>());

  useEffect(() => {
    const handed = inForm.current;
    return () => {
      // The form goes with the screen: what was not sent from it is offered when it is there again.
      for (const release of handed.values()) release();
      handed.clear();
    };
  }, []);

  return function hand({ id, file, release }: Handing) {
    inForm.current.set(id, release);
    onRecorded(file, {
      async onStored() {
        inForm.current.delete(id);
        // What cannot be dropped is only offered once more.
        await dropRecording(id).catch(() => {});
        release();
        tellRecordingsChanged();
      },
      onQueued: () => void inForm.current.delete(id),
      onRemoved() {
        inForm.current.delete(id);
        release();
        refresh();
        tellRecordingsChanged();
      },
    });
  };
}
