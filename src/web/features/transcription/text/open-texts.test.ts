import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openServer, openTab } from '#tests/helpers/text-tab.ts';
import { createOpenTexts } from './open-texts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a text leaves for a newer one only after the server has all its words', async () => {
  const server = openServer();
  const unsaved = openTab(server).store;
  const saved = openTab(openServer()).store;
  const texts = createOpenTexts(2);
  texts.add('unsaved', unsaved);
  texts.add('saved', saved);
  unsaved.type(0, 'Bom dia');
  unsaved.stop();
  server.failWith('offline');

  texts.add('third', openTab(openServer()).store);
  await vi.advanceTimersByTimeAsync(0);
  expect(server.sent).toHaveLength(1);
  expect(texts.find('unsaved')).toBe(unsaved);
  expect(texts.find('saved')).toBeUndefined();

  server.failWith(undefined);
  texts.add('fourth', openTab(openServer()).store);
  await vi.advanceTimersByTimeAsync(0);
  expect(server.text()[0]).toBe('Bom dia');
  texts.add('fifth', openTab(openServer()).store);
  expect(texts.find('unsaved')).toBeUndefined();
});

test('the save before a sign-out reports a text that the server refused', async () => {
  const server = openServer();
  const { store } = openTab(server);
  const texts = createOpenTexts(2);
  texts.add('text', store);
  store.type(0, 'Bom dia');
  server.failWith('offline');
  expect(await texts.save()).toBe(false);
  server.failWith(undefined);
  expect(await texts.save()).toBe(true);
});

test('a text with an open conflict stays open, and the save before a sign-out reports it', async () => {
  const server = openServer();
  const { store } = openTab(server);
  const other = openTab(server).store;
  const texts = createOpenTexts(1);
  texts.add('text', store);
  store.type(0, 'Bom dia');
  other.type(0, 'Boa noite');
  await other.saveNow();
  expect(await texts.save()).toBe(false);
  expect(store.status().conflicts).toHaveLength(1);
  texts.add('next', openTab(openServer()).store);
  expect(texts.find('text')).toBe(store);
  store.resolve('mine');
  expect(await texts.save()).toBe(true);
});
