import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type SummaryList, type SummaryProgress, summaryEventSchemas } from '#contract/summary.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { NetworkError } from '#web/api/client.ts';
import { postEventStream, subscribeToEvents } from '#web/api/event-stream.ts';
import { summariesQuery, withFinishedSummary } from './api.ts';
import { describeSummaryError, type SummaryErrorText } from './summary-texts.ts';

const channelName = 'escriba.summaries';

/** Tells the other tabs of this browser that a summary has started. */
function announceSummaryStarted(jobId: string) {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(jobId);
  channel.close();
}

function onSummaryStarted(jobId: string, begun: () => void) {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    if (data === jobId) begun();
  };
  return () => channel.close();
}

/** The part of a running summary that the page has received. */
export type LiveSummary = Readonly<{ text: string; progress: SummaryProgress | undefined }>;

export const emptyLiveSummary: LiveSummary = { text: '', progress: undefined };

/** Applies a stream event; returns the same object for an unknown event. */
export function applySummaryEvent(live: LiveSummary, event: string, data: unknown): LiveSummary {
  if (event === 'snapshot') {
    const { text, progress } = summaryEventSchemas.snapshot.parse(data);
    return { text, progress: progress ?? undefined };
  }
  if (event === 'progress') return { ...live, progress: summaryEventSchemas.progress.parse(data) };
  if (event === 'text') return { ...live, text: live.text + summaryEventSchemas.text.parse(data).delta };
  return live;
}

/** The polling interval where event streams are blocked. */
const pollMs = 5_000;

/**
 * The summaries of a transcription and the running one. The page reads the running one from the response of its own
 * request. After a reload or a lost connection, or if another page started it, the page reads an event stream.
 */
export function useSummaries(jobId: string, textRevision: number) {
  const queryClient = useQueryClient();
  const queryKey = useMemo(() => summariesQuery(jobId).queryKey, [jobId]);
  const [live, setLive] = useState<LiveSummary>();
  const [fault, setFault] = useState<SummaryErrorText>();
  const [isAsking, setAsking] = useState(false);
  const [isStreamOpen, setStreamOpen] = useState(true);
  const asking = useRef<AbortController>(undefined);
  const query = useQuery({
    ...summariesQuery(jobId),
    // Another device may have started a summary, which this page learns only from a refetch.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.running !== null && !isStreamOpen ? pollMs : false,
  });
  const isRunning = (query.data?.running ?? null) !== null;

  /** Returns whether this was the last event. */
  const handleEvent = useCallback(
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
      onState: (state) => setStreamOpen(state === 'open'),
      onEvent(event, data) {
        isOver = handleEvent(event, data);
        if (isOver) leaving.abort();
      },
    });
    void followed.then(() => {
      // The stream ended without a final event, so the list has the result.
      if (!isOver && !leaving.signal.aborted) void queryClient.invalidateQueries({ queryKey });
    });
    return () => {
      leaving.abort();
      setStreamOpen(true);
    };
  }, [isRunning, isAsking, jobId, handleEvent, queryClient, queryKey]);

  const isBusy = isRunning || isAsking;
  useEffect(() => {
    if (!isBusy) setLive(undefined);
    // A message of the previous run no longer applies.
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

  /** The page shows the summary as running before `prepare` returns, so that a second press does nothing. */
  async function generate(prompt: string, prepare: () => Promise<void>) {
    if (isAsking) return;
    setFault(undefined);
    setAsking(true);
    setLive(emptyLiveSummary);
    await prepare();
    const leaving = new AbortController();
    asking.current = leaving;
    let isOver = false;
    let isAnnounced = false;
    try {
      await postEventStream({
        path: apiPaths.summaryGenerate,
        body: { jobId, customPrompt: prompt },
        signal: leaving.signal,
        onEvent(event, data) {
          if (!isAnnounced) announceSummaryStarted(jobId);
          isAnnounced = true;
          isOver = handleEvent(event, data) || isOver;
        },
      });
    } catch (error) {
      // A lost connection does not stop the job; the list shows whether it still runs.
      if (!isOver && !leaving.signal.aborted && !(error instanceof NetworkError)) {
        isOver = true;
        setFault(describeSummaryError(error));
        // If the server refused because another summary runs, the list shows that one.
        await queryClient.invalidateQueries({ queryKey });
      }
    }
    asking.current = undefined;
    if (leaving.signal.aborted) return;
    if (!isOver) await refetchList();
    setAsking(false);
  }

  async function refetchList() {
    const before = queryClient.getQueryData<SummaryList>(queryKey)?.summaries[0]?.id;
    await queryClient.invalidateQueries({ queryKey });
    const now = queryClient.getQueryData<SummaryList>(queryKey);
    const goesOn = now !== undefined && (now.running !== null || now.summaries[0]?.id !== before);
    if (!goesOn) setFault({ said: undefined });
  }

  return { query, live, fault, isBusy, generate };
}
