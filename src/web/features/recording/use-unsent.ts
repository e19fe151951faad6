import { useCallback, useEffect, useState } from 'react';
import { heldAmong, recordingLock, whenFree } from './recording-locks.ts';
import { type KeptRecording, keptRecordings } from './recording-vault.ts';

const channelName = 'escriba.recordings';

/** Says to all tabs that the recordings of this browser are others now. */
export function notifyRecordingsChanged() {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('changed');
  channel.close();
}

async function lookFor(userId: string) {
  // Without locks (an address without HTTPS) nothing could have been recorded either.
  if (navigator.locks === undefined) return { unsent: [], held: [] };
  try {
    const all = await keptRecordings(userId);
    const names = await heldAmong(all.map(({ id }) => recordingLock(id)));
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
export function useUnsent(userId: string) {
  const [unsent, setUnsent] = useState<readonly KeptRecording[]>([]);
  const [asked, setAsked] = useState(0);
  const refresh = useCallback(() => setAsked((times) => times + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked is what asks for another look
  useEffect(() => {
    const given = new AbortController();
    const { signal } = given;
    void lookFor(userId).then(({ unsent, held }) => {
      if (signal.aborted) return;
      setUnsent(unsent);
      for (const name of held) whenFree(name, { signal, onFree: refresh });
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
