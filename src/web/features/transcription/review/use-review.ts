import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  useContext,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { ApiError } from '../../../api/client.ts';
import { DraftOwner, useDraft } from '../../../forms/drafts.ts';
import type { Player } from '../player/create-player.ts';
import { playPassage } from '../player/play-passage.ts';
import { fetchText } from '../text/api.ts';
import type { TranscriptView } from '../text/use-transcript-view.ts';
import { checksQuery, sendChecks } from './api.ts';
import { createCheckStore, parsePendingChecks } from './check-store.ts';
import { type Doubt, orderDoubts, replaceEqual, withoutSigns } from './open-doubts.ts';
import { markReview } from './review-marks.ts';

const noSegments: readonly StoredSegment[] = [];
export const inaudible = '[inaudível]';

/** Of this passage and text: what a person confirmed, here or on another device. */
function useChecks(jobId: string, view: TranscriptView, isOffered: boolean) {
  const { store } = view;
  const owner = useContext(DraftOwner);
  const queryClient = useQueryClient();
  const draft = useDraft(`checks.${jobId}`, parsePendingChecks);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is of this owner and recording
  const checks = useMemo(
    () =>
      createCheckStore({
        draft,
        async saveText() {
          await store.saveNow();
          return store.status().save.kind === 'saved' && store.status().conflicts.length === 0;
        },
        async send(change) {
          const { queryKey } = checksQuery(jobId);
          const answer = await sendChecks(jobId, change);
          // The text changed elsewhere, and the person has to see the one that is left to confirm.
          if (answer.refused.length > 0) store.follow(await fetchText(jobId));
          // An older answer would take the confirmations away again.
          await queryClient.cancelQueries({ queryKey });
          queryClient.setQueryData(queryKey, { checked: answer.checked });
          return answer;
        },
        textAt: store.savedTextAt,
        isTemporary: (error) =>
          !(error instanceof ApiError) || error.status >= 500 || [401, 429].includes(error.status),
      }),
    [owner, jobId, store, queryClient],
  );
  const { data } = useQuery({ ...checksQuery(jobId), enabled: isOffered });
  useEffect(() => {
    if (data !== undefined) checks.take(data.checked);
  }, [data, checks]);
  useEffect(() => {
    const isBack = () => void checks.flush();
    addEventListener('online', isBack);
    isBack();
    return () => {
      removeEventListener('online', isBack);
      checks.stop();
    };
  }, [checks]);
  return checks;
}

/** A passage in hand, and its text when the person came to it. */
type Current = Readonly<{
  doubt: Doubt;
  text: string;
  /** The other doubts in their order, from this one on. A correction takes this one out of the list. */
  others: readonly number[];
}>;

/** What the person wrote in the place of the word; undefined if the rest of the passage changed too. */
function writtenWord({ doubt: { word }, text }: Current, now: string): string | undefined {
  const [before, after] = [text.slice(0, word.start), text.slice(word.end)];
  const fits = now.length >= before.length + after.length && now.startsWith(before) && now.endsWith(after);
  return fits ? now.slice(before.length, now.length - after.length) : undefined;
}

export type Review = ReturnType<typeof useReview>;

type ReviewOptions = {
  jobId: string;
  view: TranscriptView;
  player: Player | undefined;
  isOffered: boolean;
  /** Phones: the keyboard opens only on demand. */
  opensKeyboard: boolean;
};

/** Leads through the doubtful passages of a text, worst first. */
export function useReview({ jobId, view, player, isOffered, opensKeyboard }: ReviewOptions) {
  const { store } = view;
  const checks = useChecks(jobId, view, isOffered);
  const segments = useSyncExternalStore(store.subscribe, store.segments);
  // The text of a long recording opens before its doubts are counted.
  const seen = useDeferredValue(segments, noSegments);
  const confirmed = useSyncExternalStore(checks.subscribe, checks.confirmed);
  const [wantsReview, setWantsReview] = useState(false);
  const [current, setCurrent] = useState<Current>();
  const stopPlaying = useRef<() => void>(undefined);
  const isOn = wantsReview && view.isEditing;

  const open = useMemo(
    () =>
      isOffered ? orderDoubts(isOn ? segments : seen, ({ id, text }) => confirmed.get(id) === text) : [],
    [isOffered, isOn, segments, seen, confirmed],
  );
  const equal =
    current === undefined
      ? 0
      : open.filter(({ key, id }) => key === current.doubt.key && id !== current.doubt.id).length;

  function hear(doubt: Doubt) {
    stopPlaying.current?.();
    stopPlaying.current = player === undefined ? undefined : playPassage(player, doubt);
  }

  function goTo(doubt: Doubt | undefined, { writes = opensKeyboard } = {}) {
    stopPlaying.current?.();
    const text = doubt === undefined ? undefined : store.segmentAt(doubt.id)?.text;
    if (doubt === undefined || text === undefined) {
      player?.pause();
      setCurrent(undefined);
      return;
    }
    const at = open.findIndex((each) => each.id === doubt.id);
    const others = [...open.slice(at + 1), ...open.slice(0, Math.max(0, at))].map((each) => each.id);
    setCurrent({ doubt, text, others });
    const { id, start, end } = doubt.word;
    if (writes) view.writeIn(id, start, end);
    else view.showMoment(doubt.fromMs);
    hear(doubt);
  }

  function neighbour(by: 1 | -1): Doubt | undefined {
    const others = current?.others ?? [];
    const ordered = by === 1 ? others : others.toReversed();
    const id = ordered.find((other) => open.some((each) => each.id === other));
    return open.find((each) => each.id === id);
  }

  function start() {
    view.startEditing();
    setWantsReview(true);
    goTo(open[0]);
  }

  function move(by: 1 | -1) {
    const next = neighbour(by);
    if (next !== undefined) goTo(next);
  }

  function confirm() {
    if (current === undefined) return;
    const { id } = current.doubt;
    const next = neighbour(1);
    checks.confirm([{ id, text: store.segmentAt(id)?.text ?? '' }]);
    goTo(next);
  }

  function write(word: string) {
    if (current === undefined) return;
    const { doubt, text } = current;
    store.change([
      { id: doubt.id, after: text.slice(0, doubt.word.start) + word + text.slice(doubt.word.end) },
    ]);
  }

  /** The decision about this word holds for all equal ones: a correction, or that they are right. */
  function applyToAll() {
    if (current === undefined) return;
    const { doubt } = current;
    const now = store.segmentAt(doubt.id)?.text ?? '';
    const written = withoutSigns(writtenWord(current, now) ?? '');
    const next = open.find(({ key }) => key !== doubt.key);
    const isCorrected = now !== current.text && written !== '';
    if (isCorrected) store.change(replaceEqual(segments, doubt.key, written));
    // A passage with another doubt stays open, because the person has not heard that word.
    const same = isCorrected ? [] : open.filter(({ key, isOnly }) => key === doubt.key && isOnly);
    const ids = new Set([doubt.id, ...same.map(({ id }) => id)]);
    checks.confirm([...ids].map((id) => ({ id, text: store.segmentAt(id)?.text ?? '' })));
    goTo(next);
  }

  function end() {
    stopPlaying.current?.();
    setWantsReview(false);
    setCurrent(undefined);
    if (view.isEditing) view.endEditing();
  }

  const mark = useEffectEvent(() => {
    if (view.box.current !== null)
      markReview(view.box.current, { isOn, confirmed, segmentAt: store.segmentAt, current });
  });
  useEffect(() => {
    view.markMore.current = mark;
    mark();
  });

  // The button of the edit ends the review too.
  const { isEditing } = view;
  useEffect(() => {
    if (isEditing) return () => stopPlaying.current?.();
    setWantsReview(false);
    setCurrent(undefined);
    return undefined;
  }, [isEditing]);

  return {
    isOffered: isOffered && (open.length > 0 || confirmed.size > 0),
    isOn,
    open,
    current: isOn ? current : undefined,
    equal,
    confirmed,
    start,
    end,
    confirm,
    next: () => move(1),
    back: () => move(-1),
    hear: () => current !== undefined && hear(current.doubt),
    correct: () => current !== undefined && goTo(current.doubt, { writes: true }),
    writeInaudible() {
      write(inaudible);
    },
    applyToAll,
  };
}
