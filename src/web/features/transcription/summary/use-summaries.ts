import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type SummaryList, type SummaryProgress, summaryEventSchemas } from '#contract/summary.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { NetworkError } from '../../../api/client.ts';
import { postEventStream, subscribeToEvents } from '../../../api/event-stream.ts';
import { summariesQuery, withFinishedSummary } from './api.ts';
import { describeSummaryError, type SummaryErrorText } from './summary-texts.ts';

const channelName = 'escriba.summaries';

/** Says to the other tabs of this browser that a summary is being written. */
export function announceSummaryStarted(jobId: string) {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(jobId);
  channel.close();
}

/** Gives what stops the listening. */
export function onSummaryStarted(jobId: string, begun: () => void) {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    if (data === jobId) begun();
  };
  return () => channel.close();
}

/** A summary that is being written, as far as the page has heard. */
export type LiveSummary = Readonly<{ text: string; progress: SummaryProgress | undefined }>;

export const emptyLiveSummary: LiveSummary = { text: '', progress: undefined };

/** What it is after something was heard of it; the very same where the event says nothing of this. */
export function applySummaryEvent(live: LiveSummary, event: string, data: unknown): LiveSummary {
  if (event === 'snapshot') {
    const { text, progress } = summaryEventSchemas.snapshot.parse(data);
    return { text, progress: progress ?? undefined };
  }
  if (event === 'progress') return { ...live, progress: summaryEventSchemas.progress.parse(data) };
  if (event === 'text') return { ...live, text: live.text + summaryEventSchemas.text.parse(data).delta };
  return live;
}

/** Where no stream gets through, the list is asked. */
const askAgainMs = 5_000;

/**
 * The summaries of a transcription and the one that is being written: heard on the line that asked for it, and on
 * one of its own after a reload, a lost line, or where somebody else's page asked.
 */
export function useSummaries(jobId: string, textRevision: number) {
  const queryClient = useQueryClient();
  const queryKey = useMemo(() => summariesQuery(jobId).queryKey, [jobId]);
  const [live, setLive] = useState<LiveSummary>();
  const [fault, setFault] = useState<SummaryErrorText>();
  const [isAsking, setAsking] = useState(false);
  const [isHeard, setHeard] = useState(true);
  const asking = useRef<AbortController>(undefined);
  const query = useQuery({
    ...summariesQuery(jobId),
    // Another device may have asked for one meanwhile, and nothing else would say so.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.running !== null && !isHeard ? askAgainMs : false,
  });
  const isRunning = (query.data?.running ?? null) !== null;

  /** Whether that was the last of it. */
  const hear = useCallback(
    (event: string, data: unknown): boolean => {
      const change = (next: (list: SummaryList) => SummaryList) =>
        queryClient.setQueryData<SummaryList>(queryKey, (list) => list && next(list));
      if (event === 'finished') {
        const { summary } = summaryEventSchemas.finished.parse(data);
        change((list) => withFinishedSummary(list, summary));
        setLive(undefined);
        return true;
      }
      if (event === 'failed') {
        setFault({ said: summaryEventSchemas.failed.parse(data).error });
        change((list) => ({ ...list, running: null }));
        setLive(undefined);
        return true;
      }
      setLive((shown) => applySummaryEvent(shown ?? emptyLiveSummary, event, data));
      return false;
    },
    [queryKey, queryClient],
  );

  useEffect(() => {
    if (!isRunning || isAsking) return;
    const leaving = new AbortController();
    setLive((shown) => shown ?? emptyLiveSummary);
    let isOver = false;
    const followed = subscribeToEvents({
      path: apiPaths.summaryEvents(jobId),
      signal: leaving.signal,
      onState: (state) => setHeard(state === 'open'),
      onEvent(event, data) {
        isOver = hear(event, data);
        if (isOver) leaving.abort();
      },
    });
    void followed.then(() => {
      // Nothing of it is there any more: how it ended is in the list.
      if (!isOver && !leaving.signal.aborted) void queryClient.invalidateQueries({ queryKey });
    });
    return () => {
      leaving.abort();
      setHeard(true);
    };
  }, [isRunning, isAsking, jobId, hear, queryClient, queryKey]);

  const isBusy = isRunning || isAsking;
  useEffect(() => {
    if (!isBusy) setLive(undefined);
    // What was said of the run before, or of the one that has just ended, is not true any more.
    setFault((said) => (said !== undefined && (said.isPassing ?? false) === isBusy ? said : undefined));
  }, [isBusy]);

  useEffect(() => () => asking.current?.abort(), []);

  useEffect(
    () => onSummaryStarted(jobId, () => void queryClient.invalidateQueries({ queryKey })),
    [jobId, queryClient, queryKey],
  );

  const knownRevision = useRef(textRevision);
  useEffect(() => {
    if (knownRevision.current === textRevision) return;
    knownRevision.current = textRevision;
    void queryClient.invalidateQueries({ queryKey });
  }, [textRevision, queryClient, queryKey]);

  async function generate(prompt: string) {
    if (asking.current !== undefined) return;
    const leaving = new AbortController();
    asking.current = leaving;
    setFault(undefined);
    setAsking(true);
    setLive(emptyLiveSummary);
    let isOver = false;
    let isTold = false;
    try {
      await postEventStream({
        path: apiPaths.summaryGenerate,
        body: { jobId, customPrompt: prompt },
        signal: leaving.signal,
        onEvent(event, data) {
          if (!isTold) announceSummaryStarted(jobId);
          isTold = true;
          isOver = hear(event, data) || isOver;
        },
      });
    } catch (error) {
      // A line that broke says nothing about the work: the list knows whether it goes on.
      if (!isOver && !leaving.signal.aborted && !(error instanceof NetworkError)) {
        isOver = true;
        setFault(describeSummaryError(error));
        // Refused because another one runs: then that one is shown.
        await queryClient.invalidateQueries({ queryKey });
      }
    }
    asking.current = undefined;
    if (leaving.signal.aborted) return;
    if (!isOver) await lookAgain();
    setAsking(false);
  }

  async function lookAgain() {
    const before = queryClient.getQueryData<SummaryList>(queryKey)?.summaries[0]?.id;
    await queryClient.invalidateQueries({ queryKey });
    const now = queryClient.getQueryData<SummaryList>(queryKey);
    const goesOn = now !== undefined && (now.running !== null || now.summaries[0]?.id !== before);
    if (!goesOn) setFault({ said: undefined });
  }

  return { query, live, fault, isBusy, generate };
}
