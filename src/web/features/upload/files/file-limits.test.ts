import { expect, test } from 'vitest';
import { refusalByNameAndSize, refusalByPlan, totalTooLongText } from './file-limits.ts';

const free = { maxFileMinutes: 10, secondsLeft: 3_600, planName: 'Free' };
const atSight = (name: string, size = 1_000, uploadMaxBytes: number | undefined = 5_000_000) =>
  refusalByNameAndSize({ name, size }, { uploadMaxBytes });

const formatText =
  'Formato de arquivo inválido. Aceitamos MP3, MP4, WAV, M4A, FLAC, OGG, MOV, AVI, MKV, FLV, OPUS, AAC, AMR, WMA, WEBM, WMV, 3GP e outros áudios e vídeos.';

test('the form accepts every name that may hold sound, also without an extension or with an unknown one', () => {
  for (const extension of 'mp3 MP4 wav m4a Flac ogg mov avi mkv flv opus aac amr webm 3gp wma aiff caf m4b'.split(
    ' ',
  ))
    expect(atSight(`aula.de.hoje.${extension}`)).toBeUndefined();
  for (const extension of 'mpga mpeg ts MTS wmv oga mka gravacao xyz'.split(' '))
    expect(atSight(`aula.${extension}`)).toBeUndefined();
  for (const name of ['mp3', 'aula', 'aula.', '🎧 áudio..OPUS', 'PTT-20260101-WA0003.opus'])
    expect(atSight(name)).toBeUndefined();
});

test('the form refuses documents, pictures, programs, archives and playlists by their name or type', () => {
  for (const name of ['notas.pdf', 'Foto.JPG', 'aula.mp3.exe', 'aulas.zip', 'lista.m3u8', 'legenda.srt'])
    expect(atSight(name)).toBe(formatText);
  for (const type of ['image/png', 'application/pdf'])
    expect(refusalByNameAndSize({ name: 'colado', size: 9, type }, { uploadMaxBytes: undefined })).toBe(
      formatText,
    );
});

test('the form accepts its own recording whatever its extension', () => {
  expect(
    refusalByNameAndSize(
      { name: 'gravação.webm', size: 9 },
      { isRecording: true, uploadMaxBytes: undefined },
    ),
  ).toBeUndefined();
});

test('the form refuses an empty or too large file before sending it', () => {
  expect(atSight('a.mp3', 0)).toBe('O arquivo está vazio. Escolha outro e tente de novo.');
  expect(atSight('a.mp3', 6_000_000)).toBe('O arquivo tem 6 MB e passa de 5 MB, o maior que aceitamos.');
});

test('the form applies the plan limits to a file of known duration', () => {
  const by = (seconds: number | undefined, limits: typeof free | undefined = free) =>
    refusalByPlan({ seconds, hasSound: true }, limits);
  expect(by(601)).toBeUndefined();
  expect(by(602)).toBe('O arquivo passa de 10 minutos, o limite do plano Free.');
  expect(by(undefined)).toBeUndefined();
  expect(by(300, { ...free, secondsLeft: 120 })).toBe('O arquivo tem 5 min, e restam 2 min neste mês.');
  expect(by(5, { ...free, secondsLeft: 0 })).toBe('Suas horas deste mês acabaram.');
  expect(by(undefined, { ...free, secondsLeft: 0 })).toBe('Suas horas deste mês acabaram.');
  expect(refusalByPlan({ seconds: 9_999, hasSound: true }, undefined)).toBeUndefined();
});

test('the form refuses a video without audio', () => {
  expect(refusalByPlan({ seconds: 2, hasSound: false }, free)).toBe(
    'Este vídeo não possui áudio. Por favor, envie um arquivo com som.',
  );
});

test('the form warns about files that fit the remaining hours alone but not together', () => {
  expect(totalTooLongText([600, 600], free)).toBeUndefined();
  expect(totalTooLongText([2_400], { ...free, secondsLeft: 60 })).toBeUndefined();
  expect(totalTooLongText([2_400, 2_400, undefined], free)).toMatch(
    /^Juntos, os arquivos têm 1 h 20 min, e restam 1 h/,
  );
});
