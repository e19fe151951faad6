import { expect, test } from 'vitest';
import { lockFileFaults } from './check-lock-file.ts';

test('an address of a download is refused, with its line', () => {
  const faults = lockFileFaults(
    '{\n  "resolved": "https://registry.example/a.tgz",\n  "integrity": "sha512-x"\n}\n',
  );
  expect(faults).toEqual([expect.stringContaining('package-lock.json:2 holds the address of a download')]);
});

test('versions and hashes alone are fine', () => {
  expect(lockFileFaults('{\n  "version": "1.0.0",\n  "integrity": "sha512-x"\n}\n')).toEqual([]);
});
