import { expect, test } from 'vitest';
import type { StoredSegment } from '../transcript/segment.ts';
import { keepLabels } from './keep-labels.ts';

/** A letter for the speaker of each second; a small letter was chosen by a person. */
const said = (speakers: string): StoredSegment[] =>
  [...speakers].map((speaker, id) => ({
    id,
    start_ms: id * 1_000,
    end_ms: id * 1_000 + 900,
    text: 'a',
    ...(speaker !== '-' && { speaker: speaker.toUpperCase() }),
    ...(speaker !== speaker.toUpperCase() && { assigned: true }),
  }));
const speakers = (segments: readonly StoredSegment[]) =>
  segments.map(({ speaker }) => speaker ?? '-').join('');
const kept = (now: string, former: string) => speakers(keepLabels(said(now), said(former)));

test('a text without former labels has the new ones', () => {
  expect(kept('AABB', '----')).toBe('AABB');
});

test('a voice keeps the label of the voice with which it shares most speech', () => {
  expect(kept('AABBB', 'BBAAA')).toBe('BBAAA');
  expect(kept('AABBB', 'CCAAA')).toBe('CCAAA');
});

test('a voice that is new gets a letter that no voice had', () => {
  expect(kept('AABBCC', 'BBAAAA')).toBe('BBAACC');
  expect(kept('AABBBC', 'AABBBB')).toBe('AABBBC');
});

test('two voices that are now one have the label of the longer one', () => {
  expect(kept('AAAAAB', 'BBBAAC')).toBe('BBBBBC');
});

test('a label that a person chose stays, and its voice takes it over', () => {
  expect(kept('AdABB', 'AdABB')).toBe('ADABB');
  expect(kept('BBdAA', 'BBBAA')).toBe('BBDAA');
  expect(kept('AAABB', 'dddBB')).toBe('DDDBB');
});
