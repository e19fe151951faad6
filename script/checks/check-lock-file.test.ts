import { expect, test } from 'vitest';
import { lockFileViolations } from './check-lock-file.ts';

const asked = { dependencies: { zod: '4.0.0' }, devDependencies: { vite: '8.0.0' } };

function faultsOf(locked: object, entry: object = { version: '4.0.0', integrity: 'sha512-x' }) {
  const lock = { packages: { '': locked, 'node_modules/zod': entry } };
  return lockFileViolations(JSON.stringify(lock, null, 2), JSON.stringify(asked));
}

test('versions and hashes of what package.json asks for are fine', () => {
  expect(faultsOf(asked)).toEqual([]);
});

test('the address of a download is refused, with its line', () => {
  expect(faultsOf(asked, { version: '4.0.0', resolved: 'https://registry.example/zod.tgz' })).toEqual([
    expect.stringMatching(/^package-lock.json:13 holds the address of a download/),
  ]);
});

test('a lock file that was written for another package.json is refused', () => {
  expect(faultsOf({ ...asked, dependencies: { zod: '3.0.0' } })).toEqual([
    'package-lock.json knows other dependencies than package.json. Run npm install, and commit both files together.',
  ]);
});
