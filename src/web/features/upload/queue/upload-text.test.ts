import { expect, test } from 'vitest';
import type { UploadItem } from './upload-item.ts';
import {
  keptCopyText,
  shortStateText,
  soundOnlyText,
  stateText,
  summaryText,
  undoneText,
  uploadLeftText,
} from './upload-text.ts';

const item = (changes: Partial<UploadItem> = {}): UploadItem => ({
  id: '1',
  name: 'aula.mp3',
  stage: 'sending',
  bytes: 29_000_000,
  sentBytes: 18_000_000,
  sendBytes: 29_000_000,
  prepared: 0,
  isRecording: false,
  isSoundOnly: false,
  canSendWhole: false,
  isFileStored: true,
  bytesPerSecond: 1_000_000,
  awayText: undefined,
  fault: undefined,
  jobId: undefined,
  ...changes,
});

test('the state text of a running upload has percentage, size, speed and time', () => {
  expect(stateText(item())).toBe('Enviando 62% · 18 MB de 29 MB · 1 MB/s · faltam 11 s');
  expect(stateText(item({ sentBytes: 28_000_000 }))).toMatch(/falta 1 s$/);
  expect(stateText(item({ bytesPerSecond: undefined }))).toBe('Enviando 62% · 18 MB de 29 MB');
});

test('a file whose bytes are all sent is not on its way any more', () => {
  const sent = item({ sentBytes: 29_000_000 });
  expect(stateText(sent)).toBe('Enviado. A transcrição começa em seguida.');
  expect(shortStateText(sent)).toBe('enviado');
  expect(summaryText([sent])).toBe('1 arquivo enviado');
  expect(summaryText([sent, sent])).toBe('2 arquivos enviados');
  expect(summaryText([sent, item()])).toBe('Enviando 2 arquivos · 81%');
});

test('the short state text has a percentage only where something moves or stopped midway', () => {
  expect(shortStateText(item())).toBe('enviando 62%');
  expect(shortStateText(item({ stage: 'paused' }))).toBe('em pausa 62%');
  expect(shortStateText(item({ stage: 'preparing', prepared: 0.129 }))).toBe('separando o áudio 12%');
  expect(shortStateText(item({ stage: 'waiting' }))).toBe('na fila');
  expect(shortStateText(item({ stage: 'away' }))).toBe('sem conexão');
});

test('the time left is only known while bytes travel', () => {
  expect(uploadLeftText(item())).toBe('faltam 11 s');
  expect(uploadLeftText(item({ sentBytes: 29_000_000 }))).toBeUndefined();
  expect(uploadLeftText(item({ bytesPerSecond: undefined }))).toBeUndefined();
  expect(uploadLeftText(item({ stage: 'paused' }))).toBeUndefined();
});

test('the state text names a file to choose again and its progress', () => {
  expect(stateText(item({ stage: 'file_wanted' }))).toBe(
    'Escolha de novo o arquivo “aula.mp3” para continuar de onde parou (62%).',
  );
  expect(stateText(item({ stage: 'file_wanted', sentBytes: 0 }))).toBe(
    'Escolha de novo o arquivo “aula.mp3” para enviar.',
  );
});

test('the text of an audio-only upload gives both sizes', () => {
  const film = item({ isSoundOnly: true, bytes: 2_100_000_000, sendBytes: 18_000_000 });
  expect(soundOnlyText(film)).toBe('Enviando só o áudio: 18 MB em vez de 2,1 GB');
});

test('an undo says what became of the bytes on the server', () => {
  expect([undoneText(1), undoneText(2)]).toEqual(['Envio desfeito.', '2 envios desfeitos.']);
  expect(keptCopyText(1, false)).toBe(
    'O envio parou. A cópia no servidor será apagada quando a conexão voltar.',
  );
  expect(keptCopyText(2, true)).toBe(
    '2 envios pararam. O servidor ainda não apagou a cópia: tentamos de novo na sua próxima visita.',
  );
});

test('the tray summarizes all uploads in one line', () => {
  const half = item({ sentBytes: 14_500_000 });
  expect(summaryText([])).toBeUndefined();
  expect(summaryText([item({ stage: 'done' })])).toBeUndefined();
  expect(summaryText([half, half])).toBe('Enviando 2 arquivos · 50%');
  expect(summaryText([half, item({ stage: 'failed' })])).toBe('Enviando 50% · 1 com erro');
  expect(summaryText([item({ stage: 'away' })])).toBe('Esperando para enviar 1 arquivo · 62%');
  expect(summaryText([item({ stage: 'paused' })])).toBe('1 envio em pausa · 62%');
  expect(summaryText([item({ stage: 'file_wanted' })])).toBe('1 envio precisa de você');
  expect(summaryText([item({ stage: 'refused', fault: { text: 'x', way: 'none' } })])).toBeUndefined();
  expect(summaryText([item({ stage: 'failed', fault: { text: 'x', way: 'plans' } })])).toBeUndefined();
  expect(summaryText([item({ stage: 'failed', fault: { text: 'x', way: 'retry' } })])).toBe(
    '1 envio precisa de você',
  );
});
