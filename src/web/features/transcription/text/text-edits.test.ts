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

/** Types the letters one by one, `everyMs` apart. */
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

test('undo and redo treat continuous typing as one step', () => {
  const history = typed('bom dia');
  expect(history.done).toHaveLength(1);
  const { history: undone, step } = undoStep(history);
  expect(step?.texts).toEqual([{ id: 1, before: '', after: 'bom dia' }]);
  expect(redoStep(undone)).toMatchObject({ step, history: { done: [step], undone: [] } });
});

test('a pause, another segment and an undo each start a new step', () => {
  expect(typed('ab', { everyMs: 1_200 }).done).toHaveLength(2);
  expect(typed('ab', { history: typed('ab'), id: 2, fromMs: 200 }).done).toHaveLength(2);
  const { history } = undoStep(typed('ab', { history: typed('xy', { id: 2 }), fromMs: 100 }));
  const again = recordTyping(history, { id: 2, before: 'xy', after: 'xyz' }, 300);
  expect(again.done).toHaveLength(2);
  expect(again.undone).toEqual([]);
});

test('continuous typing is split into several steps, so that one undo does not remove a paragraph', () => {
  const history = typed('uma palavra depois da outra '.repeat(8));
  expect(history.done.length).toBeGreaterThan(3);
  for (const { texts } of history.done) expect(texts?.[0]?.after.length).toBeGreaterThan(0);
});

test('the history ignores an empty step, and undo and redo of an empty history do nothing', () => {
  expect(recordStep(emptyHistory, { texts: [], names: [], spoken: [] })).toBe(emptyHistory);
  expect(undoStep(emptyHistory).step).toBeUndefined();
  expect(redoStep(emptyHistory).step).toBeUndefined();
});

const mine = [{ id: 1, base: 'bom dia', mine: 'Bom dia' }];
const theirs = (text: string) => new Map([[1, text]]);

test('the merge keeps an edit of a segment that the server did not change', () => {
  expect(mergeEdits(mine, theirs('bom dia'))).toEqual({ unsaved: mine, conflicts: [] });
});

test('the merge treats an edit that the server already has as saved', () => {
  expect(mergeEdits(mine, theirs('Bom dia'))).toEqual({ unsaved: [], conflicts: [] });
});

test('the merge reports a segment changed on both sides as a conflict and keeps both versions', () => {
  expect(mergeEdits(mine, theirs('boa noite'))).toEqual({
    unsaved: [{ id: 1, base: 'boa noite', mine: 'Bom dia' }],
    conflicts: [{ id: 1, mine: 'Bom dia', theirs: 'boa noite' }],
  });
});
