import { existsSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chunkFiles, chunkGroups, developmentEntries, preloadHelper } from './named-files.ts';

test('every name in the lists of the web build matches a file or folder', () => {
  const paths = Object.values(chunkFiles)
    .flat()
    .filter((path) => path !== preloadHelper);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  expect(developmentEntries.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});

test('a chunk contains the files that it lists and no file with a similar name', () => {
  const chunkOf = (id: string) => chunkGroups.find((group) => group.test.test(id))?.name;
  expect(chunkOf('/project/src/web/root.tsx')).toBe('public');
  expect(chunkOf('\0vite/preload-helper.js')).toBe('public');
  expect(chunkOf('/project/node_modules/react-dom/client.js')).toBe('frame');
  expect(chunkOf('/project/node_modules/react-hook-form/index.js')).toBeUndefined();
  expect(chunkOf('/project/src/web/root.tsx?url')).toBeUndefined();
});
