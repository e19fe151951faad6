import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ListChange } from '#contract/transcription-list.ts';
import { readListStates } from './api.ts';
import { useIsListStreamOpen, useListStates, useListStream } from './list-stream.tsx';
import { isRunning, type RunningState } from './running-texts.ts';
import { pollMs } from './use-list-changes.ts';

/** An open stream tells a running transcription within this time. One that it does not tell has ended. */
const lateMs = 1_500;

/** `atMs` is the time at which the client learnt the state. */
export type JobState = RunningState & { atMs: number };

const nothingKnown = { progress: { percent: 0, seconds_left: null }, reason_text: null, atMs: 0 };
/** Before the first event, a transcription that was just accepted is in the queue. */
const accepted: JobState = { status: 'pending', ...nothingKnown };

/** Returns the same text once it has stayed the same for some time, and "" before. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), lateMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text ? text : '';
}

/** One that the server does not know any more was deleted for good. */
const toDeleted = (job_id: string): ListChange => ({
  job_id,
  status: 'deleted',
  progress: nothingKnown.progress,
  reason_text: null,
  can_retry: false,
  audio_duration: 0,
  engine_is_sandbox: false,
  last_sentence: null,
});

/**
 * The states of these transcriptions, from the event stream. The client asks for those that an open stream does not
 * tell, because they ended while it was broken, and for all running ones while it is broken.
 */
export function useJobStates(ids: readonly string[]): ReadonlyMap<string, JobState> {
  const stream = useListStream();
  const known = useListStates({ isFollowed: ids.length > 0 });
  const isOpen = useIsListStreamOpen();
  const unknown = ids.filter((id) => {
    const state = known.get(id);
    return state === undefined || (isRunning(state.change) && (state.isOld || !isOpen));
  });
  const requested = useSettled(unknown.join());
  useQuery({
    queryKey: ['transcription-states', requested],
    enabled: requested !== '',
    refetchInterval: pollMs,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const wanted = requested.split(',');
      const states = await readListStates(wanted, signal);
      const found = new Set(states.map(({ job_id }) => job_id));
      stream.learn([...states, ...wanted.filter((id) => !found.has(id)).map(toDeleted)]);
      return null;
    },
  });
  return new Map(
    ids.map((id): [string, JobState] => {
      const state = known.get(id);
      return [id, state === undefined ? accepted : { ...state.change, atMs: state.atMs }];
    }),
  );
}
