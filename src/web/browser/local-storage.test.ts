import { afterEach, expect, test, vi } from 'vitest';
import { readStored, storedKeys, writeStored } from './local-storage.ts';

afterEach(() => vi.unstubAllGlobals());

/** The values are properties of their own, as in a browser. */
function fakeStorage() {
  const storage: Record<string, string> = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      storage[key] = value;
    },
    removeItem: (key: string) => {
      delete storage[key];
    },
  });
  return storage;
}

test('a value is stored until null removes it', () => {
  vi.stubGlobal('localStorage', fakeStorage());
  writeStored('escriba.theme', 'dark');
  expect([readStored('escriba.theme'), storedKeys()]).toEqual(['dark', ['escriba.theme']]);
  writeStored('escriba.theme', null);
  expect([readStored('escriba.theme'), storedKeys()]).toEqual([null, []]);
});

test('forbidden storage reads as empty, and a write does not throw', () => {
  vi.stubGlobal('localStorage', undefined);
  writeStored('escriba.theme', 'dark');
  expect([readStored('escriba.theme'), storedKeys()]).toEqual([null, []]);
});
