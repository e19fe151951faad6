import { useEffect, useEffectEvent, useState } from 'react';
import { productName } from '#web/app/installation.ts';
import { useMediaQuery } from '#web/browser/use-media-query.ts';
import type { Player } from './create-player.ts';
import {
  adjacentSpeed,
  areShortcutsEnabled,
  type Speed,
  saveShortcutsEnabled,
  saveSpeed,
} from './player-settings.ts';

type PlayerCommand =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'slower'
  | 'faster'
  | 'to_start'
  | 'to_end'
  | 'show_shortcuts'
  | 'toggle_earlier';

type Stroke = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'defaultPrevented'
>;

/** The kind of element that has the focus. */
export type KeyTarget = 'page' | 'button' | 'scrolling' | 'own_keys' | 'passage';

const commands: Readonly<Record<string, PlayerCommand>> = {
  ' ': 'toggle',
  k: 'toggle',
  j: 'back',
  arrowleft: 'back',
  l: 'forward',
  arrowright: 'forward',
  '<': 'slower',
  '>': 'faster',
  home: 'to_start',
  end: 'to_end',
  '?': 'show_shortcuts',
};

/** With Ctrl, while a passage is edited: the letters belong to its text. */
const editingCommands: Readonly<Record<string, PlayerCommand>> = {
  ' ': 'toggle_earlier',
  j: 'back',
  l: 'forward',
};

/** Commands that ignore key repeat, because they would flicker. */
const oncePerPress: readonly PlayerCommand[] = ['toggle', 'toggle_earlier', 'show_shortcuts'];

/**
 * Maps a key press anywhere on the page to a command. Fields, menus and dialogs keep all their keys, buttons keep
 * Space, and scrolling boxes keep Home and End. An edited passage obeys with Ctrl.
 */
export function commandForKey(stroke: Stroke, target: KeyTarget): PlayerCommand | undefined {
  const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = stroke;
  const isEditing = target === 'passage';
  if (defaultPrevented || ctrlKey !== isEditing || metaKey || altKey || target === 'own_keys')
    return undefined;
  const command = (isEditing ? editingCommands : commands)[key.toLowerCase()];
  if (command === undefined || (repeat && oncePerPress.includes(command))) return undefined;
  if (target === 'button' && key === ' ') return undefined;
  if (target === 'scrolling' && (command === 'to_start' || command === 'to_end')) return undefined;
  // Shift with an arrow key selects text.
  if (stroke.shiftKey && (key.length > 1 || isEditing)) return undefined;
  return command;
}

const ownKeys =
  'input, textarea, select, [contenteditable=true], [contenteditable=plaintext-only], [role=textbox], [role=menu], [role=listbox], [role=dialog], [role=alertdialog], [role=slider]';

export const isTextField = (target: KeyTarget) => target === 'own_keys' || target === 'passage';

const passageEditor = '[data-segment] [contenteditable]';

export function keyTargetOf(target: EventTarget | null): KeyTarget {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target.matches(passageEditor)) return 'passage';
  if (target.isContentEditable || target.closest(ownKeys) !== null) return 'own_keys';
  if (target.closest('button, a, summary, [role=button], [role=switch]') !== null) return 'button';
  return target.tabIndex >= 0 && target.scrollHeight > target.clientHeight ? 'scrolling' : 'page';
}

/** Phones and tablets. No media query detects a keyboard directly. */
const touchOnly = '(hover: none) and (pointer: coarse)';

/** Letters, arrows and Tab outside a field prove a keyboard; phones also send volume and media keys. */
const isTyped = ({ key, target }: KeyboardEvent) =>
  (key.length === 1 || key === 'Tab' || key.startsWith('Arrow')) && !isTextField(keyTargetOf(target));

/** Kept for the life of the tab, because a tablet's keyboard is still there on the next page. */
let wasTyped = false;

export function useHasKeyboard(): boolean {
  const isTouchOnly = useMediaQuery(touchOnly);
  const [hasTyped, setHasTyped] = useState(wasTyped);
  useEffect(() => {
    if (!isTouchOnly || hasTyped) return;
    function onKeyDown(event: KeyboardEvent) {
      if (!isTyped(event)) return;
      wasTyped = true;
      setHasTyped(true);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isTouchOnly, hasTyped]);
  return !isTouchOnly || hasTyped;
}

export const skipMs = 5_000;
/** The sound goes on this much earlier, because a person forgets the last words while writing. */
export const earlierMs = 1_500;

export function toggleEarlier(player: Player) {
  if (player.state().isPlaying) player.pause();
  else player.playFrom(player.clock.currentMs() - earlierMs);
}

export function chooseSpeed(player: Player, speed: Speed) {
  player.setSpeed(speed);
  saveSpeed(speed);
}

/** Users can turn off shortcuts without Ctrl, because accidental presses and speech input trigger them. */
export function useShortcuts(player: Player, onShowList: () => void) {
  const [areOn, setOn] = useState(areShortcutsEnabled);

  const runCommand = useEffectEvent((command: PlayerCommand) => {
    const { speed, durationMs } = player.state();
    const actions = {
      toggle: player.toggle,
      back: () => player.skip(-skipMs),
      forward: () => player.skip(skipMs),
      slower: () => chooseSpeed(player, adjacentSpeed(speed, -1)),
      faster: () => chooseSpeed(player, adjacentSpeed(speed, 1)),
      to_start: () => player.seek(0),
      to_end: () => player.seek(durationMs),
      show_shortcuts: onShowList,
      toggle_earlier: () => toggleEarlier(player),
    } satisfies Record<PlayerCommand, () => void>;
    actions[command]();
  });

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const command = commandForKey(event, keyTargetOf(event.target));
      if (command === undefined || !(areOn || event.ctrlKey)) return;
      event.preventDefault();
      runCommand(command);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [areOn]);

  function turn(on: boolean) {
    setOn(on);
    saveShortcutsEnabled(on);
  }
  return { areOn, turn };
}

/** Connects the player to the lock screen and headset keys. */
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
