import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const count = 300;

/** Claims ports in its own process, prints them and keeps them until its input ends. */
const program = `
  import { freePort } from './tests/helpers/free-port.ts';
  const ports = [];
  while (ports.length < ${count}) ports.push(await freePort());
  console.log(ports.join(' '));
  process.stdin.resume();`;

test('two processes that run at the same time get different ports', async () => {
  const children = [1, 2].map(() =>
    spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const outputs = children.map(({ stdout }) => text(stdout));
  // The first process keeps its ports until the second one has its own.
  await Promise.all(children.map(({ stdout }) => once(stdout, 'readable')));
  for (const { stdin } of children) stdin.end();

  const ports = (await Promise.all(outputs)).flatMap((line) => line.trim().split(' '));
  expect(ports).toHaveLength(2 * count);
  expect(new Set(ports)).toHaveProperty('size', 2 * count);
});
