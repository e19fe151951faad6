import { useCallback, useEffect, useRef, useState } from 'react';
import type { TakeRecording } from '../upload/upload-screen.tsx';
import { heldLocks, onLockReleased, type Release, recordingLock } from './recording-locks.ts';
import { deleteRecording, listRecordings, type StoredRecording } from './recording-store.ts';
import type { EndedBy } from './recording-text.ts';

const channelName = 'escriba.recordings';

/** Tells all tabs that the stored recordings have changed. */
export function notifyRecordingsChanged() {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('changed');
  channel.close();
}

async function findUnsent(userId: string) {
  // Without HTTPS there are no locks, and recording was impossible too.
  if (navigator.locks === undefined) return { unsent: [], held: [] };
  try {
    const all = await listRecordings(userId);
    const locks = await heldLocks();
    const isHeld = ({ id }: StoredRecording) => locks.has(recordingLock(id));
    return {
      unsent: all.filter((recording) => !isHeld(recording)),
      held: all.filter(isHeld).map(({ id }) => recordingLock(id)),
    };
  } catch {
    // Storage is forbidden, so there are no recordings.
    return { unsent: [], held: [] };
  }
}

/** Recordings in this browser that were never uploaded and that no tab is using. */
export function useUnsentRecordings(userId: string) {
  const [unsent, setUnsent] = useState<readonly StoredRecording[]>([]);
  const [refreshes, setAsked] = useState(0);
  const refresh = useCallback(() => setAsked((times) => times + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` triggers a refresh
  useEffect(() => {
    const given = new AbortController();
    const { signal } = given;
    void findUnsent(userId).then(({ unsent, held }) => {
      if (signal.aborted) return;
      setUnsent(unsent);
      for (const name of held) onLockReleased(name, { signal, onFree: refresh });
    });
    return () => given.abort();
  }, [userId, refreshes, refresh]);

  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = refresh;
    return () => channel.close();
  }, [refresh]);

  return { unsent, refresh };
}

export type HandedRecording = {
  id: string;
  file: File;
  seconds: number;
  by: EndedBy;
  release: Release;
};

/** Hands recordings to the form, and holds their locks so that they are not offered twice. */
export function useRecordingHandoff(onRecorded: TakeRecording, refresh: () => void) {
  const inForm = useRef(new Map<string, Release>());
  const [last, setLast] = useState<HandedRecording>();

  useEffect(() => {
    const handed = inForm.current;
    return () => {
      // The form is unmounted with the screen. Recordings that were not sent are offered on the next visit.
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
        // If the deletion fails, the recording is only offered once more.
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

  /** The latest recording, while it waits in the form. */
  return { hand, last };
}
