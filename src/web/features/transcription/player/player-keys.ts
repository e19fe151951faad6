import { useEffect, useEffectEvent, useState } from 'react';
import { productName } from '../../../app/installation.ts';
import { useMediaQuery } from '../../../browser/use-media-query.ts';
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
  | 'show_shortcuts';

type Stroke = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'defaultPrevented'
>;

/** The kind of element that has the focus. */
export type KeyTarget = 'page' | 'button' | 'scrolling' | 'own_keys';

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

/** Commands that ignore key repeat, because they would flicker. */
const oncePerPress: readonly PlayerCommand[] = ['toggle', 'show_shortcuts'];

/**
 * Maps a key press anywhere on the page to a command. Fields, menus and dialogs keep all their keys, buttons keep
 * Space, and scrolling boxes keep Home and End.
 */
export function commandForKey(stroke: Stroke, place: KeyTarget): PlayerCommand | undefined {
  const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = stroke;
  if (defaultPrevented || ctrlKey || metaKey || altKey || place === 'own_keys') return undefined;
  const command = commands[key.toLowerCase()];
  if (command === undefined || (repeat && oncePerPress.includes(command))) return undefined;
  if (place === 'button' && key === ' ') return undefined;
  if (place === 'scrolling' && (command === 'to_start' || command === 'to_end')) return undefined;
  // Shift with an arrow key selects text.
  if (stroke.shiftKey && key.length > 1) return undefined;
  return command;
}

const ownKeys =
  'input, textarea, select, [contenteditable=true], [contenteditable=plaintext-only], [role=textbox], [role=menu], [role=listbox], [role=dialog], [role=alertdialog], [role=slider]';

export function keyTargetOf(target: EventTarget | null): KeyTarget {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target.isContentEditable || target.closest(ownKeys) !== null) return 'own_keys';
  if (target.closest('button, a, summary, [role=button], [role=switch]') !== null) return 'button';
  return target.tabIndex >= 0 && target.scrollHeight > target.clientHeight ? 'scrolling' : 'page';
}

export const shortcutList: readonly { keys: readonly string[]; what: string }[] = [
  { keys: ['Espaço', 'K'], what: 'Tocar ou pausar' },
  { keys: ['J', '←'], what: 'Voltar 5 segundos' },
  { keys: ['L', '→'], what: 'Avançar 5 segundos' },
  { keys: ['<'], what: 'Mais devagar' },
  { keys: ['>'], what: 'Mais rápido' },
  { keys: ['↑', '↓'], what: 'No tempo de um trecho: ao anterior ou ao seguinte' },
  { keys: ['Home'], what: 'Ir ao começo' },
  { keys: ['End'], what: 'Ir ao fim' },
  { keys: ['R'], what: 'Ir para o resumo' },
  { keys: ['Shift + Enter'], what: 'Em um tempo do resumo: ir ao trecho no texto' },
  { keys: ['Esc'], what: 'No resumo: voltar ao texto' },
  { keys: ['?'], what: 'Mostrar esta lista' },
];

/** Phones and tablets. No media query detects a keyboard directly. */
const touchOnly = '(hover: none) and (pointer: coarse)';

/** Letters, arrows and Tab outside a field prove a keyboard; phones also send volume and media keys. */
const isTyped = ({ key, target }: KeyboardEvent) =>
  (key.length === 1 || key === 'Tab' || key.startsWith('Arrow')) && keyTargetOf(target) !== 'own_keys';

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
    } satisfies Record<PlayerCommand, () => void>;
    actions[command]();
  });

  useEffect(() => {
    if (!areOn) return;
    function onKeyDown(event: KeyboardEvent) {
      const command = commandForKey(event, keyTargetOf(event.target));
      if (command === undefined) return;
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
