import { expect, test } from 'vitest';
import { refusalByNameAndSize, refusalByPlan, totalTooLongText } from './file-rules.ts';

const free = { maxFileMinutes: 10, secondsLeft: 3_600, planName: 'Free' };
const atSight = (name: string, size = 1_000, uploadMaxBytes: number | undefined = 5_000_000) =>
  refusalByNameAndSize({ name, size }, { uploadMaxBytes });

test('each of the ten formats is taken, whatever its case, and nothing else', () => {
  for (const ending of ['mp3', 'MP4', 'wav', 'm4a', 'Flac', 'ogg', 'mov', 'avi', 'mkv', 'flv'])
    expect(atSight(`aula.de.hoje.${ending}`)).toBeUndefined();
  for (const name of ['notas.pdf', 'mp3', 'aula.mp3.exe', 'aula.', ''])
    expect(atSight(name)).toBe(
      'Formato de arquivo inválido. Aceitamos MP3, MP4, WAV, M4A, FLAC, OGG, MOV, AVI, MKV, FLV.',
    );
});

test('a recording of ours is taken by what is in it', () => {
  expect(
    refusalByNameAndSize(
      { name: 'gravação.webm', size: 9 },
      { isRecording: true, uploadMaxBytes: undefined },
    ),
  ).toBeUndefined();
});

test('what is empty or too large is told before a byte is sent', () => {
  expect(atSight('a.mp3', 0)).toBe('O arquivo está vazio. Escolha outro e tente de novo.');
  expect(atSight('a.mp3', 6_000_000)).toBe('O arquivo tem 6 MB e passa de 5 MB, o maior que aceitamos.');
});

test('the plan has its say where the length is known', () => {
  const by = (seconds: number | undefined, limits: typeof free | undefined = free) =>
    refusalByPlan({ seconds, hasSound: true }, limits);
  expect(by(601)).toBeUndefined();
  expect(by(602)).toBe('O arquivo passa de 10 minutos, o limite do plano Free.');
  expect(by(undefined)).toBeUndefined();
  expect(by(300, { ...free, secondsLeft: 120 })).toBe('O arquivo tem 5 min, e restam 2 min neste mês.');
  expect(by(5, { ...free, secondsLeft: 0 })).toBe('Suas horas deste mês acabaram.');
  expect(refusalByPlan({ seconds: 9_999, hasSound: true }, undefined)).toBeUndefined();
});

test('a film without sound is told at once', () => {
  expect(refusalByPlan({ seconds: 2, hasSound: false }, free)).toBe(
    'Este vídeo não possui áudio. Por favor, envie um arquivo com som.',
  );
});

test('files that fit alone may not fit together', () => {
  expect(totalTooLongText([600, 600], free)).toBeUndefined();
  expect(totalTooLongText([2_400], { ...free, secondsLeft: 60 })).toBeUndefined();
  expect(totalTooLongText([2_400, 2_400, undefined], free)).toMatch(
    /^Juntos, os arquivos têm 1 h 20 min, e restam 1 h/,
  );
});
