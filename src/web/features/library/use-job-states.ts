import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isNotFound, transcriptionQuery } from '../transcription/screen/api.ts';
import { useIsListStreamOpen, useListStates } from './list-stream.tsx';
import { isRunning, type RunningState } from './running-texts.ts';
import { pollMs } from './use-list-changes.ts';

/** An open stream sends a running transcription within this time. One that it does not send has ended. */
const lateMs = 1_500;

const nothingKnown = { progress: { percent: 0, seconds_left: null }, reason_text: null };
/** Before the first event, a transcription that was just accepted is in the queue. */
const accepted: RunningState = { status: 'pending', ...nothingKnown };
const gone: RunningState = { status: 'deleted', ...nothingKnown };

/** Returns the same text once it has stayed the same for some time, and "" before. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), lateMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text ? text : '';
}

/**
 * The states of these transcriptions, from the event stream. The client asks for those that the stream does not tell,
 * because they ended while it was broken, and for all of them while it is broken.
 */
export function useJobStates(ids: readonly string[]): ReadonlyMap<string, RunningState> {
  const told = useListStates({ isFollowed: ids.length > 0 });
  const isOpen = useIsListStreamOpen();
  const untold = ids.filter((id) => !isOpen || !told.has(id));
  const asked = useSettled(untold.join(' ')) === '' ? [] : untold;
  const answers = useQueries({
    queries: asked.map((id) => ({
      ...transcriptionQuery(id),
      refetchInterval: ({
        state: { data },
      }: {
        state: { data?: { status: RunningState['status'] } | undefined };
      }) => (!isOpen && (data === undefined || isRunning(data)) ? pollMs : false),
    })),
  });
  const answered = new Map(asked.map((id, at) => [id, answers[at]]));
  return new Map(
    ids.map((id): [string, RunningState] => {
      const answer = answered.get(id);
      if (answer?.error && isNotFound(answer.error)) return [id, gone];
      return [id, answer?.data ?? told.get(id) ?? accepted];
    }),
  );
}
