import { expect, test } from 'vitest';
import { hourMs } from '#domain/format/durations.ts';
import { endedText, fileNameOf, limitText, storageLeftText, unsentText, whenText } from './recording-text.ts';

// 14:05 in São Paulo.
const atMs = Date.UTC(2026, 10, 21, 17, 5);

test('the text calls a recent day today or yesterday', () => {
  expect(whenText(atMs, atMs + hourMs)).toBe('hoje às 14:05');
  expect(whenText(atMs, atMs + 11 * hourMs)).toBe('ontem às 14:05');
  expect(whenText(atMs, atMs + 48 * hourMs)).toBe('em 21 de novembro de 2026 às 14:05');
});

test('the text for an unsent recording has its length and day', () => {
  expect(unsentText({ seconds: 721, startedAtMs: atMs }, atMs + hourMs)).toBe(
    'Encontramos uma gravação de 12 min feita hoje às 14:05 que não foi enviada.',
  );
  expect(unsentText({ seconds: 0.4, startedAtMs: atMs }, atMs)).toContain('de 1 s feita');
});

test('the file name is valid on every system', () => {
  const name = fileNameOf(atMs, 'ogg');
  expect(name).toBe('Gravação de 21 de novembro de 2026, 14h05.ogg');
  expect(name).not.toMatch(/[\\/:*?"<>|]/);
});

test('the text says why the recording ended', () => {
  expect(endedText('user', 721)).toBe('A gravação de 12 min está pronta para enviar.');
  expect(endedText('limit', 600)).toContain('limite de 10 min');
  expect(endedText('device', 60)).toMatch(/^O microfone foi desconectado/);
  expect(endedText('storage', 60)).toContain('Envie antes de fechar');
});

test('limits are given in minutes', () => {
  expect(limitText(600)).toBe('Falta 1 minuto para o limite de 10 min.');
  expect(storageLeftText(1_230)).toBe('O espaço livre deste navegador dá para mais 21 min de gravação.');
  expect(storageLeftText(5)).toContain('mais 1 min');
});

test('the length matches the clock on the screen', () => {
  expect(endedText('user', 12.9)).toContain('de 12 s');
  expect(endedText('limit', 599.2)).toContain('limite de 10 min');
});
