import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createStatusLine } from './status-line.ts';

/** A terminal with its lines as it shows them: each one as the last write left it. */
function terminal({ columns = 40 } = {}) {
  let written = '';
  return {
    columns,
    write: (text: string) => {
      written += text;
    },
    lines: () => written.split('\n').map((line) => line.split('\r\u001b[K').at(-1)),
  };
}

test('a status line is rewritten in place, stays below other output, and leaves nothing behind', async () => {
  const screen = terminal();
  let atMs = 0;
  const { show, output } = createStatusLine(screen, () => atMs);
  output.write('the first line of the log\n');
  show('120 of 640 MB');
  expect(screen.lines()).toEqual(['the first line of the log', '120 of 640 MB']);
  atMs += 1_000;
  show('124 of 640 MB');
  output.write('another line of the log\n');
  expect(screen.lines()).toEqual(['the first line of the log', 'another line of the log', '124 of 640 MB']);
  show(undefined);
  output.end('the last line\n');
  await once(output, 'finish');
  expect(screen.lines()).toEqual([
    'the first line of the log',
    'another line of the log',
    'the last line',
    '',
  ]);
});

test('a status line is drawn four times a second at most, and never wraps', () => {
  const screen = terminal({ columns: 10 });
  let atMs = 0;
  const { show } = createStatusLine(screen, () => atMs);
  show('1 of 640 MB, 3 min left');
  show('2 of 640 MB, 3 min left');
  expect(screen.lines()).toEqual(['1 of 640 ']);
  atMs += 250;
  show('3 of 640 MB, 3 min left');
  expect(screen.lines()).toEqual(['3 of 640 ']);
});

test('a terminal that reports no width shows the whole line', () => {
  const screen = terminal({ columns: 0 });
  createStatusLine(screen).show('120 of 640 MB, 3 min left');
  expect(screen.lines()).toEqual(['120 of 640 MB, 3 min left']);
});
