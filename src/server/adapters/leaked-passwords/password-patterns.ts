/** Each row lies half a key to the right of the one above. People also step to the key left of it: `1w2e`. */
const rows = ['1234567890', 'qwertyuiop', 'asdfghjklç', 'zxcvbnm,.;'];
/** The digits below these signs, on Brazilian and American keyboards. */
const shifted: Readonly<Record<string, string>> = {
  '!': '1',
  '@': '2',
  '#': '3',
  $: '4',
  '%': '5',
  '^': '6',
  '¨': '6',
  '&': '7',
  '*': '8',
  '(': '9',
  ')': '0',
};

type Key = { row: number; column: number };
const keys = new Map<string, Key>(
  rows.flatMap((signs, row) => [...signs].map((sign, column): [string, Key] => [sign, { row, column }])),
);

function touch(one: string, other: string): boolean {
  const [from, to] = [keys.get(one), keys.get(other)];
  if (from === undefined || to === undefined) return false;
  if (from.row === to.row) return Math.abs(from.column - to.column) <= 1;
  const [upper, lower] = from.row < to.row ? [from, to] : [to, from];
  const shift = upper.column - lower.column;
  return lower.row - upper.row === 1 && Math.abs(shift) <= 1;
}

/** "abc" and "cba" too. */
const followsInAlphabet = (one: string, other: string) =>
  /[a-z]{2}/.test(one + other) && Math.abs(one.charCodeAt(0) - other.charCodeAt(0)) === 1;

/** Ordinary words hold walks of three keys, such as "ere" and "opo". */
const minWalkLength = 4;
const maxOtherKeys = 2;

/** True for `qaz` and `xsw`: three keys straight down or up, which no word holds. */
function isColumn(pressed: readonly string[]): boolean {
  const [first, second, third] = pressed.map((sign) => keys.get(sign));
  if (first === undefined || second === undefined || third === undefined) return false;
  const isStraight = first.column === second.column && second.column === third.column;
  return isStraight && Math.abs(first.row - third.row) === 2 && second.row * 2 === first.row + third.row;
}

/** True if fingers walk from key to key, as in `1q2w3e4R!` and `Zaq1@wsx`, with at most two keys beside the walks. */
export function isKeyboardWalk(password: string): boolean {
  const pressed = [...password.toLowerCase()].map((sign) => shifted[sign] ?? sign);
  let others = 0;
  let walk = 0;
  for (const [at, key] of pressed.entries()) {
    const next = pressed[at + 1];
    walk += 1;
    if (next !== undefined && (touch(key, next) || followsInAlphabet(key, next))) continue;
    const isWalk = walk >= minWalkLength || (walk === 3 && isColumn(pressed.slice(at - 2, at + 1)));
    if (!isWalk) others += walk;
    walk = 0;
  }
  return others <= maxOtherKeys;
}

const maxBlockLength = 4;

/** True for a short block again and again, as in `Ab1!Ab1!`. */
export function isRepetition(password: string): boolean {
  const text = password.toLowerCase();
  return Array.from({ length: maxBlockLength }, (_, at) => text.slice(0, at + 1)).some(
    (block) =>
      block.repeat(Math.ceil(text.length / block.length)).startsWith(text) && text.length > block.length,
  );
}
