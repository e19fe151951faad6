import { expect, test } from 'vitest';
import { mergeEdits } from './merge-edits.ts';

const mine = [{ id: 1, base: 'bom dia', mine: 'Bom dia' }];
const theirs = (text: string) => new Map([[1, text]]);

test('what only we changed is saved over what others changed elsewhere', () => {
  expect(mergeEdits(mine, theirs('bom dia'))).toEqual({ unsaved: mine, conflicts: [] });
});

test('a save whose answer was lost is done', () => {
  expect(mergeEdits(mine, theirs('Bom dia'))).toEqual({ unsaved: [], conflicts: [] });
});

test('the same segment changed differently is for a person to decide, and neither side is lost', () => {
  expect(mergeEdits(mine, theirs('boa noite'))).toEqual({
    unsaved: [{ id: 1, base: 'boa noite', mine: 'Bom dia' }],
    conflicts: [{ id: 1, mine: 'Bom dia', theirs: 'boa noite' }],
  });
});
