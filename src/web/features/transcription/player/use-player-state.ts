import { useSyncExternalStore } from 'react';
import type { Player } from './create-player.ts';

export const usePlayerState = (player: Player) => useSyncExternalStore(player.subscribe, player.state);
