import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findLibraryFault } from './library-fault.ts';

const isLibraryProcess = (pid: string) =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('library-process');

/** The processes that this process started, from any of its threads. */
const childrenOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
    .filter((child) => child.trim() !== '');

test.runIf(process.platform === 'linux')('a killed attempt to load the library is no fault', async () => {
  const found = findLibraryFault();
  const children = childrenOf(process.pid).filter(isLibraryProcess);
  expect(children).toHaveLength(1);
  for (const child of children) process.kill(Number(child), 'SIGKILL');
  expect(await found).toBeUndefined();
});

test('an attempt that the system cannot start is no fault', async () => {
  const { execPath } = process;
  process.execPath = '/missing/node';
  try {
    expect(await findLibraryFault()).toBeUndefined();
  } finally {
    process.execPath = execPath;
  }
});
