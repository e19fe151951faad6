import { useEffect, useEffectEvent, useRef } from 'react';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import type { Player } from '../player/create-player.ts';
import { isTextField, keyTargetOf } from '../player/player-keys.ts';
import { areShortcutsEnabled } from '../player/player-settings.ts';
import { lastStartedIndex } from '../text/segment-words.tsx';
import { isInView } from '../text/text-viewport.ts';
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

/** The segments that a key gives to a person, and the words of the notice about them. */
type Assigned = Readonly<{ ids: readonly number[]; where?: string }>;
const nothing: Assigned = { ids: [] };

function numberOf({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent): number | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey || repeat) return undefined;
  return /^[1-9]$/.test(key) ? Number(key) : undefined;
}

/** The keys 1 to 9 say who speaks: in the selection, else where the sound is. */
export function usePersonKeys({ view, player, list, selectedIds, isOffered }: PersonKeysOptions) {
  const { store, box } = view;
  /** The turn of the last key. Another key while it still plays corrects the first one. */
  const lastWhole = useRef<readonly number[]>([]);

  /** The turn that plays. During a pause only a turn in view, because another one would change unseen. */
  function turnThatPlays(): Assigned {
    if (player === undefined) return nothing;
    const { clock } = player;
    const segments = store.segments();
    const playing = Math.max(0, lastStartedIndex(segments, clock.currentMs()));
    const segment = segments[playing];
    if (segment === undefined || !(clock.isPlaying() || (clock.currentMs() > 0 && isSeen(segment.id))))
      return nothing;
    const { ids, isWhole } = lastWhole.current.includes(segment.id)
      ? { ids: lastWhole.current, isWhole: true }
      : turnAtSound(segments, playing);
    lastWhole.current = isWhole ? ids : [];
    const firstMs = segments.find(({ id }) => id === ids[0])?.start_ms ?? 0;
    return { ids, where: `O trecho em ${formatTimestamp(firstMs)}` };
  }

  function isSeen(id: number): boolean {
    const element = box.current?.querySelector(`[data-segment="${id}"]`);
    return box.current !== null && element != null && isInView(element.getBoundingClientRect(), box.current);
  }

  /** The focus stays at a name that was pressed before the sound began, so the sound comes first. */
  function turnAtFocusOrSound(): Assigned {
    const isPlaying = player?.clock.isPlaying() === true;
    const name = isPlaying ? null : document.activeElement?.closest('[data-turn-name]');
    const row = name?.closest('li')?.querySelector('[data-segment]');
    if (row == null) return turnThatPlays();
    const id = Number(row.getAttribute('data-segment'));
    const at = store.segments().findIndex((segment) => segment.id === id);
    return { ids: turnOf(store.segments(), at) };
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const number = numberOf(event);
    if (number === undefined || event.defaultPrevented || !isOffered || !areShortcutsEnabled()) return;
    if (isTextField(keyTargetOf(event.target))) return;
    const { ids, where } = selectedIds === undefined ? turnAtFocusOrSound() : { ids: selectedIds };
    if (ids.length === 0) return;
    event.preventDefault();
    list.giveToNumber(ids, number, where);
    if (selectedIds !== undefined) getSelection()?.removeAllRanges();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
