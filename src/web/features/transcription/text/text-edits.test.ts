import { expect, test } from 'vitest';
import {
  type EditHistory,
  emptyHistory,
  mergeEdits,
  recordStep,
  recordTyping,
  redoStep,
  undoStep,
} from './text-edits.ts';

/** Letters typed one after the other into a segment, so far apart. */
function typed(text: string, { everyMs = 80, history = emptyHistory, id = 1, fromMs = 0 } = {}): EditHistory {
  let next = history;
  for (let at = 0; at < text.length; at += 1)
    next = recordTyping(
      next,
      { id, before: text.slice(0, at), after: text.slice(0, at + 1) },
      fromMs + at * everyMs,
    );
  return next;
}

test('letters typed in one go are one step, back and forth', () => {
  const history = typed('bom dia');
  expect(history.done).toHaveLength(1);
  const { history: undone, step } = undoStep(history);
  expect(step?.texts).toEqual([{ id: 1, before: '', after: 'bom dia' }]);
  expect(redoStep(undone)).toMatchObject({ step, history: { done: [step], undone: [] } });
});

test('a pause, another segment and an undo each begin a new step', () => {
  expect(typed('ab', { everyMs: 1_200 }).done).toHaveLength(2);
  expect(typed('ab', { history: typed('ab'), id: 2, fromMs: 200 }).done).toHaveLength(2);
  const { history } = undoStep(typed('ab', { history: typed('xy', { id: 2 }), fromMs: 100 }));
  const again = recordTyping(history, { id: 2, before: 'xy', after: 'xyz' }, 300);
  expect(again.done).toHaveLength(2);
  expect(again.undone).toEqual([]);
});

test('somebody who types on and on does not lose a paragraph to one undo', () => {
  const history = typed('uma palavra depois da outra '.repeat(8));
  expect(history.done.length).toBeGreaterThan(3);
  for (const { texts } of history.done) expect(texts[0]?.after.length).toBeGreaterThan(0);
});

test('a step that changes nothing is none, and nothing is undone where nothing was done', () => {
  expect(recordStep(emptyHistory, { texts: [], names: [] })).toBe(emptyHistory);
  expect(undoStep(emptyHistory).step).toBeUndefined();
  expect(redoStep(emptyHistory).step).toBeUndefined();
});

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
