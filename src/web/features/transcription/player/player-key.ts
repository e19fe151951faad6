export type PlayerCommand =
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

/** Where the key goes, as far as it matters to the player. */
export type KeyPlace = 'page' | 'button' | 'scrolling' | 'own_keys';

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

/** Held down they would flicker, not go on. */
const oncePerPress: readonly PlayerCommand[] = ['toggle', 'show_shortcuts'];

/**
 * What a key does to the player, wherever on the page it is pressed. What has keys of its own keeps them: fields,
 * menus and dialogs all of them, a button its space bar, a box that scrolls its way to the ends.
 */
export function commandOf(stroke: Stroke, place: KeyPlace): PlayerCommand | undefined {
  const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = stroke;
  if (defaultPrevented || ctrlKey || metaKey || altKey || place === 'own_keys') return undefined;
  const command = commands[key.toLowerCase()];
  if (command === undefined || (repeat && oncePerPress.includes(command))) return undefined;
  if (place === 'button' && key === ' ') return undefined;
  if (place === 'scrolling' && (command === 'to_start' || command === 'to_end')) return undefined;
  // With Shift an arrow marks text.
  if (stroke.shiftKey && key.length > 1) return undefined;
  return command;
}

const ownKeys =
  'input, textarea, select, [contenteditable=true], [contenteditable=plaintext-only], [role=textbox], [role=menu], [role=listbox], [role=dialog], [role=alertdialog], [role=slider]';

export function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target.isContentEditable || target.closest(ownKeys) !== null) return 'own_keys';
  if (target.closest('button, a, summary, [role=button], [role=switch]') !== null) return 'button';
  return target.tabIndex >= 0 && target.scrollHeight > target.clientHeight ? 'scrolling' : 'page';
}

/** For the list that a person reads, in its order. */
export const shortcutList: readonly { keys: readonly string[]; what: string }[] = [
  { keys: ['Espaço', 'K'], what: 'Tocar ou pausar' },
  { keys: ['J', '←'], what: 'Voltar 5 segundos' },
  { keys: ['L', '→'], what: 'Avançar 5 segundos' },
  { keys: ['<'], what: 'Mais devagar' },
  { keys: ['>'], what: 'Mais rápido' },
  { keys: ['↑', '↓'], what: 'No tempo de um trecho: ao anterior ou ao seguinte' },
  { keys: ['Home'], what: 'Ir ao começo' },
  { keys: ['End'], what: 'Ir ao fim' },
  { keys: ['?'], what: 'Mostrar esta lista' },
];
