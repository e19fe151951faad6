import { expect, test } from 'vitest';
import { retimeWords } from '../transcript/edited-words.ts';
import type { StoredSegment } from '../transcript/segment.ts';
import { type Marked, placeMark } from './place-marks.ts';

const wordMs = 500;

/** A segment whose words take half a second each. */
function heard(id: number, start_ms: number, text: string): StoredSegment {
  const words = text.split(' ').map((word, at) => ({
    text: word,
    start_ms: start_ms + at * wordMs,
    end_ms: start_ms + (at + 1) * wordMs,
  }));
  return { id, start_ms, end_ms: start_ms + words.length * wordMs, text, words };
}

const text = [
  heard(0, 0, 'Bom dia a todos.'),
  heard(1, 10_000, 'Eu não vi o semáforo fechado.'),
  heard(2, 14_000, 'Sim. Depois o carro parou.'),
  heard(3, 17_500, 'Sim. E depois?'),
];

const mark = (quote: string, start_ms: number, end_ms: number): Marked => ({
  quote,
  passage: 1,
  offset: 0,
  start_ms,
  end_ms,
});
const semaphore = mark('não vi o semáforo', 10_500, 12_500);

/** As the database stores an edit: the words of the engine stay, and their times follow the text. */
const edited = (id: number, now: string) =>
  text.map((segment) =>
    segment.id === id ? { ...segment, text: now, words: retimeWords(segment, now) } : segment,
  );

const textAt = (segments: readonly StoredSegment[], place: ReturnType<typeof placeMark>) => {
  if (place.state === 'gone') return place.state;
  const from = segments.findIndex(({ id }) => id === place.from.id);
  const to = segments.findIndex(({ id }) => id === place.to.id);
  const said = segments.slice(from, to + 1).map((segment, at, all) => {
    const end = at === all.length - 1 ? place.to.offset : undefined;
    return segment.text.slice(at === 0 ? place.from.offset : 0, end);
  });
  return `${place.state}: ${said.join(' ')}`;
};
const placed = (segments: readonly StoredSegment[], marked: Marked) =>
  textAt(segments, placeMark(segments, marked));

test('a mark stands at its words, also across two passages', () => {
  expect(placed(text, semaphore)).toBe('same: não vi o semáforo');
  expect(placed(text, mark('semáforo fechado. Sim. Depois', 12_000, 15_000))).toBe(
    'same: semáforo fechado. Sim. Depois',
  );
});

test('a mark survives edits in another passage, before it in its own, and of its punctuation', () => {
  expect(placed(edited(2, 'Depois a moto parou.'), semaphore)).toBe('same: não vi o semáforo');
  expect(placed(edited(1, 'Olha, eu juro que não vi o semáforo fechado.'), semaphore)).toBe(
    'same: não vi o semáforo',
  );
  expect(placed(edited(1, 'Eu não vi – o Semáforo, fechado.'), semaphore)).toBe('same: não vi – o Semáforo,');
});

test('a mark survives another hearing with other segments, ids and slightly other times', () => {
  const again = [heard(7, 9_000, 'Bom dia a todos. Eu não'), heard(9, 12_300, 'vi o semáforo')];
  expect(placed(again, semaphore)).toBe('same: não vi o semáforo');
});

test('a mark whose words were edited says so, and covers the words of its time', () => {
  expect(placed(edited(1, 'Eu não vi o sinal fechado.'), semaphore)).toBe('changed: não vi o sinal');
  expect(placed(edited(1, 'Eu não vi bem o semáforo fechado.'), semaphore)).toBe(
    'changed: não vi bem o semáforo',
  );
});

test('a mark whose words were deleted is gone', () => {
  expect(placed(edited(1, ''), semaphore)).toBe('gone');
  expect(placed(edited(1, 'Eu fechado.'), semaphore)).toBe('gone');
});

test('of the same word said twice, the nearest in time is the marked one', () => {
  expect(placeMark(text, mark('Sim.', 14_000, 14_500))).toMatchObject({ from: { id: 2 } });
  expect(placeMark(text, mark('Sim.', 17_500, 18_000))).toMatchObject({ from: { id: 3 } });
});

test('a mark does not move to the same words elsewhere, which another voice may have said', () => {
  expect(placed(edited(2, 'Não. Depois o carro parou.'), mark('Sim.', 14_000, 14_500))).toBe('changed: Não.');
  const answers = [
    heard(0, 0, 'Sim. Sim. Sim.'),
    heard(1, 1_500, 'Eu não me lembro.'),
    heard(2, 3_500, 'Eu não me lembro.'),
  ];
  const after = (id: number, now: string) =>
    answers.map((each) => (each.id === id ? { ...each, text: now, words: retimeWords(each, now) } : each));
  expect(placed(after(0, 'Não. Sim. Sim.'), mark('Sim.', 0, 500))).toBe('changed: Não.');
  const memory = mark('Eu não me lembro.', 1_500, 3_500);
  expect(placed(after(1, 'Eu não me lembrava.'), memory)).toBe('changed: Eu não me lembrava.');
  expect(placed(after(1, ''), memory)).toBe('gone');
});

test('a long mark without times of its own stays at its words when words before them are edited', () => {
  const long = { id: 1, start_ms: 10_000, end_ms: 13_000, text: 'Eu não vi o semáforo fechado.' };
  const later = {
    ...long,
    text: `${'Olha, eu lhe digo com toda a certeza. '.repeat(3)}Eu não vi o semáforo fechado.`,
  };
  expect(placed([later], mark('não vi o semáforo', 10_200, 12_000))).toBe('same: não vi o semáforo');
});

test('words without times of their own keep their mark', () => {
  const untimed = text.map(({ words: _, ...segment }) => segment);
  expect(placed(untimed, semaphore)).toBe('same: não vi o semáforo');
});

test('in a text without times a mark stands at its letters', () => {
  const whole: StoredSegment[] = [{ id: 0, start_ms: 0, end_ms: 0, text: 'Sim. Não. Sim. Talvez.' }];
  const at = (offset: number) => ({ quote: 'Sim.', passage: 0, offset, start_ms: null, end_ms: null });
  expect(placeMark(whole, at(0))).toMatchObject({ from: { offset: 0 } });
  expect(placeMark(whole, at(10))).toMatchObject({ from: { offset: 10 } });
  expect(placeMark(whole, { ...at(0), quote: 'Nunca' })).toEqual({ state: 'gone' });
});
