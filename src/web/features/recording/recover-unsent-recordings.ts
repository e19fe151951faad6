import { useCallback, useEffect, useRef, useState } from 'react';
import type { TakeRecording } from '#web/features/upload/form/upload-screen.tsx';
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
  // Browsers offer locks and recording only over HTTPS, so without locks there are no recordings.
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
    // The browser forbids storage, so there are no recordings.
    return { unsent: [], held: [] };
  }
}

/** Recordings in this browser that were never uploaded and that no tab is using. */
export function useUnsentRecordings(userId: string) {
  const [unsent, setUnsent] = useState<readonly StoredRecording[]>([]);
  const [refreshes, setRefreshes] = useState(0);
  const refresh = useCallback(() => setRefreshes((times) => times + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `refreshes` triggers a new search
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    void findUnsent(userId).then(({ unsent, held }) => {
      if (signal.aborted) return;
      setUnsent(unsent);
      for (const name of held) onLockReleased(name, { signal, onFree: refresh });
    });
    return () => controller.abort();
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
  endedBy: EndedBy;
  release: Release;
};

/** Hands recordings to the form, and holds their locks so that no other tab offers them. */
export function useRecordingHandoff(onRecorded: TakeRecording, refresh: () => void) {
  const inForm = useRef(new Map<string, Release>());
  /** The latest recording, while it waits in the form. */
  const [last, setLast] = useState<HandedRecording>();

  useEffect(() => {
    const handed = inForm.current;
    return () => {
      // React unmounts the form with the screen. The next visit offers the recordings that were not sent.
      for (const release of handed.values()) release();
      handed.clear();
    };
  }, []);

  function leaveForm(id: string) {
    inForm.current.delete(id);
    setLast((handed) => (handed?.id === id ? undefined : handed));
  }

  function handOver(handed: HandedRecording) {
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

  return { handOver, last };
}
