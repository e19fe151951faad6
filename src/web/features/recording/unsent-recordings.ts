import { useCallback, useEffect, useRef, useState } from 'react';
import { filterHeldLocks, onLockReleased, type Release, recordingLock } from './recording-locks.ts';
import type { EndedBy } from './recording-text.ts';
import { deleteRecording, listRecordings, type StoredRecording } from './recording-vault.ts';

const channelName = 'escriba.recordings';

/** Says to all tabs that the recordings of this browser are others now. */
export function notifyRecordingsChanged() {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('changed');
  channel.close();
}

async function findUnsent(userId: string) {
  // Without locks (an address without HTTPS) nothing could have been recorded either.
  if (navigator.locks === undefined) return { unsent: [], held: [] };
  try {
    const all = await listRecordings(userId);
    const names = await filterHeldLocks(all.map(({ id }) => recordingLock(id)));
    return {
      unsent: all.filter(({ id }) => !names.has(recordingLock(id))),
      held: [...names],
    };
  } catch {
    // Storage is forbidden: then nothing is there.
    return { unsent: [], held: [] };
  }
}

/** What was recorded here, never reached the server, and is in nobody's hands: neither of this tab nor of another. */
export function useUnsentRecordings(userId: string) {
  const [unsent, setUnsent] = useState<readonly StoredRecording[]>([]);
  const [asked, setAsked] = useState(0);
  const refresh = useCallback(() => setAsked((times) => times + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked is what asks for another look
  useEffect(() => {
    const given = new AbortController();
    const { signal } = given;
    void findUnsent(userId).then(({ unsent, held }) => {
      if (signal.aborted) return;
      setUnsent(unsent);
      for (const name of held) onLockReleased(name, { signal, onFree: refresh });
    });
    return () => given.abort();
  }, [userId, asked, refresh]);

  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = refresh;
    return () => channel.close();
  }, [refresh]);

  return { unsent, refresh };
}

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
        await deleteRecording(id).catch(() => {});
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
