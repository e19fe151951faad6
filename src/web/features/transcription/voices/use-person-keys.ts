import { useEffect, useEffectEvent, useRef } from 'react';
import type { Player } from '../player/create-player.ts';
import { isTextField, keyTargetOf } from '../player/player-keys.ts';
import { areShortcutsEnabled } from '../player/player-settings.ts';
import { lastStartedIndex } from '../text/segment-words.tsx';
import type { TranscriptView } from '../text/use-transcript-view.ts';
import { turnAtSound, turnOf } from './turn-at-sound.ts';
import type { PersonList } from './use-person-list.ts';

type PersonKeysOptions = {
  view: TranscriptView;
  player: Player | undefined;
  list: PersonList;
  /** The segments of the selected words. */
  selectedIds: readonly number[] | undefined;
  isOffered: boolean;
};

function numberOf({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent): number | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey || repeat) return undefined;
  return /^[1-9]$/.test(key) ? Number(key) : undefined;
}

/** The keys 1 to 9 say who speaks: in the selection, else where the sound is. */
export function usePersonKeys({ view, player, list, selectedIds, isOffered }: PersonKeysOptions) {
  const { store } = view;
  /** The turn of the last key. Another key while it still plays corrects the first one. */
  const lastWhole = useRef<readonly number[]>([]);

  function idsAtSound(): readonly number[] {
    if (player === undefined) return [];
    const ms = player.clock.currentMs();
    // A recording that has never played says nothing about a turn.
    if (ms === 0 && !player.clock.isPlaying()) return [];
    const segments = store.segments();
    const playing = Math.max(0, lastStartedIndex(segments, ms));
    const id = segments[playing]?.id ?? -1;
    if (lastWhole.current.includes(id)) return lastWhole.current;
    const { ids, isWhole } = turnAtSound(segments, playing);
    lastWhole.current = isWhole ? ids : [];
    return ids;
  }

  /** The focus stays at a name that was pressed before the sound began, so the sound comes first. */
  function idsAtFocusOrSound(): readonly number[] {
    const isPlaying = player?.clock.isPlaying() === true;
    const name = isPlaying ? null : document.activeElement?.closest('[data-turn-name]');
    const row = name?.closest('li')?.querySelector('[data-segment]');
    if (row == null) return idsAtSound();
    const id = Number(row.getAttribute('data-segment'));
    return turnOf(
      store.segments(),
      store.segments().findIndex((segment) => segment.id === id),
    );
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const number = numberOf(event);
    if (number === undefined || event.defaultPrevented || !isOffered || !areShortcutsEnabled()) return;
    if (isTextField(keyTargetOf(event.target))) return;
    const ids = selectedIds ?? idsAtFocusOrSound();
    if (ids.length === 0) return;
    event.preventDefault();
    list.giveToNumber(ids, number);
    if (selectedIds !== undefined) getSelection()?.removeAllRanges();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
