import { useEffect } from 'react';
import { productName } from '../../../app/installation.ts';
import type { Player } from './create-player.ts';
import { skipMs } from './use-shortcuts.ts';

/** What plays, for the lock screen and the keys of a headset. */
export function useMediaSession(player: Player, title: string) {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({ title, artist: productName });
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
      play: () => player.play(),
      pause: () => player.pause(),
      seekbackward: ({ seekOffset }) => player.skip(seekOffset === undefined ? -skipMs : -1_000 * seekOffset),
      seekforward: ({ seekOffset }) => player.skip(seekOffset === undefined ? skipMs : 1_000 * seekOffset),
      seekto: ({ seekTime }) => player.seek((seekTime ?? 0) * 1_000),
    };
    const entries = Object.entries(handlers) as [MediaSessionAction, MediaSessionActionHandler][];
    for (const [action, handler] of entries) mediaSession.setActionHandler(action, handler);
    return () => {
      mediaSession.metadata = null;
      for (const [action] of entries) mediaSession.setActionHandler(action, null);
    };
  }, [player, title]);
}
