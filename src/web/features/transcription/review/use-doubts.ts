import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import { type DoubtLevel, orderDoubts } from '#domain/transcript/doubt-order.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { textFacts } from '#domain/transcript/word-risk.ts';
import type { TextStore } from '../text/text-store.ts';
import { unfamiliarWordsQuery } from './api.ts';
import type { CheckStore } from './check-store.ts';

const noSegments: readonly StoredSegment[] = [];

type DoubtsOptions = {
  jobId: string;
  checks: CheckStore;
  isOffered: boolean;
  isOn: boolean;
  level: DoubtLevel;
};

const hasConfidence = ({ words = [] }: StoredSegment) =>
  words.some(({ confidence }) => confidence !== undefined);

/** The doubts of a text that the person has not decided about, in the order of the review. */
export function useDoubts(store: TextStore, { jobId, checks, isOffered, isOn, level }: DoubtsOptions) {
  const segments = useSyncExternalStore(store.subscribe, store.segments);
  // The text of a long recording opens before its doubts are counted.
  const seen = useDeferredValue(segments, noSegments);
  const confirmed = useSyncExternalStore(checks.subscribe, checks.confirmed);
  // Without confidences no word is a doubt.
  const asks = useMemo(() => isOffered && seen.some(hasConfidence), [isOffered, seen]);
  const { data, isLoading, failureCount } = useQuery({ ...unfamiliarWordsQuery(jobId), enabled: asks });
  const facts = useMemo(() => textFacts(store.segments(), data?.words ?? []), [store, data]);
  const isChecked = ({ id, text }: StoredSegment) => checks.confirmed().get(id) === text;
  const orderOf = (texts: readonly StoredSegment[], of = level) =>
    orderDoubts({ segments: texts, facts, level: of }, isChecked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the confirmations of the store decide too
  const open = useMemo(
    () => (isOffered ? orderOf(isOn ? segments : seen) : []),
    [isOffered, isOn, segments, seen, confirmed, facts, level],
  );
  /** From the stores, because a confirmation and a correction of the same press have just changed them. */
  const openNow = (of = level) => orderOf(store.segments(), of);
  /** The count would change a moment later. Without an answer of the dictionary the review goes on. */
  const isCounted = !isLoading || failureCount > 0;
  return { segments, confirmed, facts, open, orderOf, openNow, isCounted };
}
