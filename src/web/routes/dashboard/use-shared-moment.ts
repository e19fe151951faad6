import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Player } from '#web/features/transcription/player/create-player.ts';
import type { TranscriptView } from '#web/features/transcription/text/use-transcript-view.ts';

/** A page opened by its address. A reload and a step back lead to a page that the person has already heard. */
function isOpenedByAddress(): boolean {
  const [opened] = performance.getEntriesByType('navigation');
  const isNew = opened instanceof PerformanceNavigationTiming && opened.type === 'navigate';
  return isNew && new URL(opened.name).pathname === window.location.pathname;
}

/** Another page of the application was opened first, and its links neither play nor mark. */
let isFirstPage = true;

type SharedMomentOptions = {
  view: TranscriptView;
  player: Player | undefined;
  /** The moment of the address. */
  ms: number | undefined;
};

/** A copied link of a moment opens at its passage, marks it and plays. */
export function useSharedMoment({ view, player, ms }: SharedMomentOptions) {
  const [search] = useSearchParams();
  // A result of the search has marks of its own, and the person has not asked for the sound.
  const isResult = search.has('q');
  const isShared = useRef(!isResult && isFirstPage && ms !== undefined && isOpenedByAddress());
  const { tintMoments } = view;
  useEffect(() => {
    isFirstPage = false;
    if (!isShared.current || ms === undefined) return;
    tintMoments([ms]);
    if (player === undefined) return;
    isShared.current = false;
    player.playUnasked(ms);
  }, [ms, player, tintMoments]);
}
