import { expect, test } from 'vitest';
import type { ChosenFile } from '../files/chosen-file.ts';
import { inOrderOfJoining, joiningOf } from './joining.ts';

let made = 0;
const chosen = (name: string, rest: Partial<ChosenFile> = {}): ChosenFile => ({
  id: ++made,
  file: new File(['som'], name, { lastModified: 0 }),
  found: undefined,
  ...rest,
});
const many = (count: number) => Array.from({ length: count }, (_, at) => chosen(`recado ${at}.opus`));
const film = () => chosen('aula.mp4');
const recording = () => chosen('gravação.webm', { isRecording: true, found: sound });
const sound = { seconds: 40, hasSound: true, hasPicture: false };
const limits = { maxFileMinutes: 1, secondsLeft: 3_600, planName: undefined };

test('a single file needs no word about joining', () => {
  expect(joiningOf(many(1), limits)).toBeUndefined();
});

test('the form offers to join up to fifty sound files', () => {
  expect(joiningOf(many(2), limits)?.isOffered).toBe(true);
  expect(joiningOf(many(50), limits)?.isOffered).toBe(true);
});

test.each([
  [
    'more than fifty files',
    many(51),
    'Dá para juntar até 50 arquivos, e você escolheu 51: cada um vira uma transcrição.',
  ],
  [
    'a film among sounds',
    [...many(2), film()],
    'Vídeos não se juntam: cada arquivo vira uma transcrição. Para juntar os áudios, tire os vídeos da lista.',
  ],
  ['a film and one sound', [...many(1), film()], 'Vídeos não se juntam: cada arquivo vira uma transcrição.'],
  [
    'a recording made here',
    [...many(1), recording()],
    'Uma gravação feita aqui não se junta: cada arquivo vira uma transcrição.',
  ],
  [
    'too many minutes',
    [chosen('a.mp3', { found: sound }), chosen('b.mp3', { found: sound })],
    'Juntos, os arquivos passam de 1 minutos, o limite de uma transcrição no seu plano: cada um vira uma transcrição.',
  ],
])('the form says why it offers no joining: %s', (_, files, text) => {
  expect(joiningOf(files, limits)).toEqual({ isOffered: false, text });
});

test('the files stand in the order of their dates', () => {
  const names = ['PTT-20260131-WA0012.opus', 'PTT-20260130-WA0044.opus', 'PTT-20260131-WA0009.opus'];
  expect(inOrderOfJoining(names.map((name) => chosen(name))).map(({ file }) => file.name)).toEqual([
    'PTT-20260130-WA0044.opus',
    'PTT-20260131-WA0009.opus',
    'PTT-20260131-WA0012.opus',
  ]);
});
