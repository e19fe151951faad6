import { useMemo } from 'react';
import { speakerName } from '#domain/transcript/transcript-text.ts';
import type { Score } from '../player/score-lines.tsx';
import { namingOf } from '../text/speaker-naming.ts';
import { useRestedText } from '../text/use-rested-text.ts';
import type { TranscriptView } from '../text/use-transcript-view.ts';
import { scoreLines } from './build-score.ts';

/** The turns of each voice, the hits of the search and the marked moments. */
export function useScore(view: TranscriptView, markedMs: readonly number[]): Score {
  const { store, isFinding, find, hits } = view;
  const changes = useRestedText(store);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of changes stands for the text of the store
  const lines = useMemo(() => {
    const naming = namingOf(store);
    return scoreLines(store.segments(), (speaker) => speakerName(speaker, naming));
  }, [store, changes]);
  const found = isFinding ? find.matches : hits?.matches;
  return useMemo(() => {
    const starts =
      found === undefined ? undefined : new Map(store.segments().map((each) => [each.id, each.start_ms]));
    const hitsMs = new Set(found?.map(({ id }) => starts?.get(id) ?? 0));
    return {
      lines,
      ticks: [
        ...markedMs.map((ms) => ({ ms, kind: 'mark' as const })),
        ...[...hitsMs].map((ms) => ({ ms, kind: 'hit' as const })),
      ],
    };
  }, [lines, found, markedMs, store]);
}
