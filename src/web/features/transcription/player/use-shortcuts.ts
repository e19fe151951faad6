import { useEffect, useEffectEvent, useState } from 'react';
import type { Player } from './create-player.ts';
import { commandOf, type PlayerCommand, placeOf } from './player-key.ts';
import { rememberShortcuts, wantsShortcuts } from './player-memory.ts';
import { chooseSpeed } from './speed-menu.tsx';
import { besideSpeed } from './speeds.ts';

export const skipMs = 5_000;

/** Keys without Ctrl are pressed by accident too, and by people who speak to their computer: they can be put off. */
export function useShortcuts(player: Player, onShowList: () => void) {
  const [areOn, setOn] = useState(wantsShortcuts);

  const obey = useEffectEvent((command: PlayerCommand) => {
    const { speed, durationMs } = player.state();
    const actions = {
      toggle: player.toggle,
      back: () => player.skip(-skipMs),
      forward: () => player.skip(skipMs),
      slower: () => chooseSpeed(player, besideSpeed(speed, -1)),
      faster: () => chooseSpeed(player, besideSpeed(speed, 1)),
      to_start: () => player.seek(0),
      to_end: () => player.seek(durationMs),
      show_shortcuts: onShowList,
    } satisfies Record<PlayerCommand, () => void>;
    actions[command]();
  });

  useEffect(() => {
    if (!areOn) return;
    function onKeyDown(event: KeyboardEvent) {
      const command = commandOf(event, placeOf(event.target));
      if (command === undefined) return;
      event.preventDefault();
      obey(command);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [areOn]);

  function turn(on: boolean) {
    setOn(on);
    rememberShortcuts(on);
  }
  return { areOn, turn };
}
