import { useEffect, useRef, useState } from 'react';
import type { Player } from '../player/create-player.ts';
import { playRange } from '../player/play-range.ts';
import type { TranscriptView } from '../text/use-transcript-view.ts';

/** Plays a voice for some seconds. The text stays where it is read, and the player goes back to its place. */
export function useSample({ follower }: Pick<TranscriptView, 'follower'>, player: Player | undefined) {
  const [isPlaying, setPlaying] = useState(false);
  const stopping = useRef<() => void>(undefined);
  useEffect(() => () => stopping.current?.(), []);

  function stop() {
    stopping.current?.();
    stopping.current = undefined;
  }

  function play(range: readonly [number, number]) {
    if (player === undefined) return;
    const placeMs = player.clock.currentMs();
    const goBack = (movesBack: boolean) => {
      setPlaying(false);
      if (!movesBack) return;
      player.seek(placeMs);
      follower.current?.lookElsewhere();
    };
    const stopPlaying = playRange(player, range, (hasPlayed) => {
      stopping.current = undefined;
      goBack(hasPlayed);
    });
    stopping.current = () => {
      stopPlaying();
      player.pause();
      goBack(true);
    };
    follower.current?.lookElsewhere();
    setPlaying(true);
  }

  return { isPlaying, play, stop };
}
