import { expect, test } from 'vitest';
import { lockFileViolations } from './check-lock-file.ts';

const declared = { dependencies: { zod: '4.0.0' }, devDependencies: { vite: '8.0.0' } };

function faultsOf(locked: object, entry: object = { version: '4.0.0', integrity: 'sha512-x' }) {
  const lock = { packages: { '': locked, 'node_modules/zod': entry } };
  return lockFileViolations(JSON.stringify(lock, null, 2), JSON.stringify(declared));
}

test('the check accepts a lock file with the versions and hashes of package.json', () => {
  expect(faultsOf(declared)).toEqual([]);
});

test('the check refuses a download URL and names its line', () => {
  expect(faultsOf(declared, { version: '4.0.0', resolved: 'https://registry.example/zod.tgz' })).toEqual([
    expect.stringMatching(/^package-lock.json:13 contains a download URL/),
  ]);
});

test('the check refuses the lock file of another package.json', () => {
  expect(faultsOf({ ...declared, dependencies: { zod: '3.0.0' } })).toEqual([
    'package-lock.json has other dependencies than package.json. Run npm install, and commit both files together.',
  ]);
});
