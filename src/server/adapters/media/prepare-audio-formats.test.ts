import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '#tests/helpers/long-tests.ts';
import { readSlice } from '#tests/media/decoded-sound.ts';
import {
  concatenated,
  encodeToPipe,
  type FormatName,
  ffmpegIn,
  formatNames,
  formatOf,
  makeFormats,
  picture,
  threeTones,
  threeTonesMs,
  writeTones,
} from '#tests/media/make-media.ts';
import { type Tone, tonesIn } from '#tests/media/tones.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

import { decodeAudio, prepareAudio } from './prepare-audio.ts';
import { probeMedia } from './probe.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let count = 0;
beforeAll(async () => {
  folder = await temporaryFolder({ fast: true, name: 'vídeos e áudios' });
  await writeTones(folder.path);
  await makeFormats(folder.path, prepares);
});
afterAll(async () => folder[Symbol.asyncDispose]());

async function prepared(path: string) {
  count += 1;
  const out = join(folder.path, `out-${count}`);
  await mkdir(out);
  const media = await probeMedia({ path });
  return { media, out, ...(await prepareAudio({ path, media, folder: out })) };
}

const soundOf = (path: string, endMs = 60_000) => readSlice({ path, startMs: 0, endMs });

/** The tones of a playable file, with its gaps. ffmpeg fails if the file has anything beside sound. */
async function tonesPlayed(path: string) {
  const asPcm = ['-af', 'aresample=async=1', '-ar', '16000', '-ac', '1', '-f', 's16le'];
  await ffmpegIn(folder.path, '-i', path, '-map', '0', ...asPcm, 'played.pcm');
  return tonesIn(await soundOf(join(folder.path, 'played.pcm')));
}

function expectTones(found: readonly Tone[], expected: readonly Tone[], toleranceMs: number) {
  expect(found.map(({ key }) => key)).toEqual(expected.map(({ key }) => key));
  for (const [at, { startMs, endMs }] of expected.entries()) {
    expect(Math.abs((found[at]?.startMs ?? 0) - startMs)).toBeLessThanOrEqual(toleranceMs);
    expect(Math.abs((found[at]?.endMs ?? 0) - endMs)).toBeLessThanOrEqual(toleranceMs);
  }
}

const moved = (tones: readonly Tone[], byMs: number) =>
  tones.map(({ key, startMs, endMs }) => ({ key, startMs: startMs + byMs, endMs: endMs + byMs }));

/** The formats that most people send. */
const common: readonly FormatName[] = [
  'tones.wav',
  'tones.mp3',
  'tones.m4a',
  'tones.opus',
  'tones.mp4',
  'tones.webm',
  'tones.aac',
  'tones.3gp',
  'tones.wma',
  'tones.ts',
];
const prepares = isLong ? formatNames : common;

test.for(prepares)('preparing %s keeps the time of all tones', async (name) => {
  const made = await prepared(join(folder.path, name));
  const { container, film = false, delayed = false } = formatOf(name);
  expect(made.media.container).toBe(container);
  expect(made.media.video === undefined).toBe(!film);
  expect(Math.abs(made.media.durationSeconds * 1_000 - threeTonesMs)).toBeLessThan(130);
  expect(Math.abs(made.durationMs - threeTonesMs)).toBeLessThan(130);
  expect(made.isIncomplete).toBe(false);
  expectTones(tonesIn(await soundOf(made.pcmPath)), threeTones, delayed ? 60 : 10);

  const copied = name === 'tones.mp3' || name === 'tones.m4a' || name === 'tones.mp4';
  if (copied) expect(made.playable.isCopy).toBe(true);
  // A copy loses the container's encoder delay.
  expectTones(await tonesPlayed(made.playable.path), threeTones, 60);
  expect((await readdir(made.out)).sort()).toEqual([made.playable.path.split('/').at(-1), 'sound.pcm']);
});

test.for(['tones.mp3', 'tones.opus'] as const)(
  'a part of a joined recording (%s) is decoded like a whole one, without a file for the player',
  async (name) => {
    const path = join(folder.path, name);
    await using out = await temporaryFolder({ fast: true });
    const decoded = await decodeAudio({ path, media: await probeMedia({ path }), folder: out.path });
    expectTones(tonesIn(await soundOf(decoded.pcmPath)), threeTones, 10);
    expect(await readdir(out.path)).toEqual(['sound.pcm']);
    const whole = await prepared(path);
    expect(decoded.durationMs).toBe(whole.durationMs);
    expect(decoded.soundSeconds).toBeCloseTo(whole.soundSeconds, 1);
    expect(decoded.silences).toHaveLength(whole.silences.length);
  },
);

test('silences lie between the tones, and peaks lie on them', async () => {
  const { silences, peaks } = await prepared(join(folder.path, 'tones.wav'));
  const expected = [0, 1_000, 1_300, 2_500, 2_800, 4_000, 4_300, 5_000];
  const found = silences.flatMap(({ startMs, endMs }) => [startMs, endMs]);
  expect(found).toHaveLength(expected.length);
  // The filters ring for up to one frame after each tone.
  for (const [at, placeMs] of expected.entries())
    expect(Math.abs((found[at] ?? 0) - placeMs)).toBeLessThanOrEqual(20);
  expect(peaks.perSecond).toBe(50);
  expect(peaks.values).toHaveLength(250);
  expect(Math.max(...peaks.values.subarray(0, 49))).toBeLessThan(10);
  expect(Math.min(...peaks.values.subarray(51, 64))).toBeGreaterThan(150);
});

const inDefaultRun = <Case>(cases: readonly Case[], count: number) =>
  isLong ? cases : cases.slice(0, count);

const lateSounds = [
  ['late.mp4', ['-c:v', 'mpeg4', '-c:a', 'aac']],
  ['late.mkv', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
  ['late.mov', ['-c:v', 'mpeg4', '-c:a', 'pcm_s16le']],
  ['late.webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus']],
  ['late.flv', ['-c:v', 'flv1', '-ar', '44100', '-c:a', 'aac']],
] as const;
test.for(inDefaultRun(lateSounds, 2))(
  '%s: sound that starts two seconds after the picture keeps its offset',
  async ([name, args]) => {
    await ffmpegIn(
      folder.path,
      ...picture(7),
      ...['-itsoffset', '2', '-i', 'tones.wav', '-map', '0:v', '-map', '1:a', ...args, name],
    );
    const made = await prepared(join(folder.path, name));
    expectTones(tonesIn(await soundOf(made.pcmPath)), moved(threeTones, 2_000), 10);
    expectTones(await tonesPlayed(made.playable.path), moved(threeTones, 2_000), 60);
  },
);

test.for([
  ['gap.m4a', 'aac'],
  ['gap.mp4', 'libmp3lame'],
] as const)('%s: sound after a gap keeps its time, also in the playable file', async ([name, codec]) => {
  // Drops packets of 21 to 24 ms between the first and the second tone.
  await ffmpegIn(
    folder.path,
    ...['-i', 'tones.wav', '-c:a', codec, '-bsf:a', 'noise=drop=between(n\\,70\\,95)', name],
  );
  const made = await prepared(join(folder.path, name));
  expectTones(tonesIn(await soundOf(made.pcmPath)), threeTones, 30);
  expectTones(await tonesPlayed(made.playable.path), threeTones, 60);
});

test('a file that changes its channels and sample rate midway is decoded completely and once', async () => {
  await ffmpegIn(
    folder.path,
    ...['-i', 'tones.wav', '-ac', '2', '-ar', '44100', '-write_xing', '0', 'first.mp3'],
    ...['-ac', '1', '-ar', '22050', '-write_xing', '0', 'second.mp3'],
  );
  const path = await concatenated(folder.path, ['first.mp3', 'second.mp3'], 'both.mp3');
  const made = await prepared(path);
  expectTones(tonesIn(await soundOf(made.pcmPath)), [...threeTones, ...moved(threeTones, threeTonesMs)], 200);
  expect(Math.abs(made.durationMs - 2 * threeTonesMs)).toBeLessThan(300);
});

test.each([
  ['Vorbis', 'ogg', ['-c:a', 'libvorbis', '-f', 'ogg'], [8_000, 48_000]],
  ['Vorbis', 'ogg', ['-c:a', 'libvorbis', '-f', 'ogg'], [48_000, 16_000, 44_100, 48_000]],
  // One size of blocks for all rates, as encoders of FLAC write them.
  ['FLAC', 'oga', ['-frame_size', '4096', '-c:a', 'flac', '-f', 'ogg'], [8_000, 48_000]],
  ['FLAC', 'oga', ['-frame_size', '4096', '-c:a', 'flac', '-f', 'ogg'], [48_000, 16_000]],
  ['FLAC', 'flac', ['-frame_size', '4096', '-c:a', 'flac'], [48_000, 16_000]],
] as const)(
  'joined files of %s (%s) with other sample rates keep the speed of each',
  async (_codec, ending, args, rates) => {
    const names = rates.map((rate, at) => `rate-${at}-${rate}.${ending}`);
    const outputs = names.flatMap((name, at) => ['-ac', '1', '-ar', String(rates[at]), ...args, name]);
    await ffmpegIn(folder.path, '-i', 'tones.wav', ...outputs);
    const made = await prepared(await concatenated(folder.path, names, `joined.${ending}`));
    const expected = names.flatMap((_name, at) => moved(threeTones, at * threeTonesMs));
    expectTones(tonesIn(await soundOf(made.pcmPath)), expected, 100);
    expect(Math.abs(made.durationMs - names.length * threeTonesMs)).toBeLessThan(200);
    // The count loses a line or two at each change.
    expect(Math.abs(made.soundSeconds * 1_000 - names.length * threeTonesMs)).toBeLessThan(
      names.length * 150,
    );
    // The player's file is as long as the text.
    const { durationSeconds } = await probeMedia({ path: made.playable.path });
    expect(Math.abs(durationSeconds * 1_000 - made.durationMs)).toBeLessThan(300);
  },
);

test('backward timestamps lose no sound', async () => {
  await ffmpegIn(folder.path, '-i', 'tones.wav', '-c:a', 'libvorbis', 'part.mkv');
  const path = await concatenated(folder.path, ['part.mkv', 'part.mkv'], 'twice.mkv');
  const made = await prepared(path);
  expectTones(tonesIn(await soundOf(made.pcmPath)), [...threeTones, ...moved(threeTones, threeTonesMs)], 100);
});

test('prepareAudio picks the default track out of nine', async () => {
  const sounds = Array.from({ length: 8 }, () => ['-f', 'lavfi', '-t', '5', '-i', 'anullsrc']).flat();
  const maps = Array.from({ length: 9 }, (_, at) => [
    '-map',
    String(at === 6 ? 0 : at < 6 ? at + 1 : at),
  ]).flat();
  await ffmpegIn(
    folder.path,
    ...['-i', 'tones.wav', ...sounds, ...maps, '-c:a', 'aac', '-disposition:a', '0'],
    ...['-disposition:a:6', 'default', '-metadata:s:a:6', 'language=por', 'nine.mkv'],
  );
  const made = await prepared(join(folder.path, 'nine.mkv'));
  expect(made.media.audio).toHaveLength(9);
  expect(made.media.chosen).toMatchObject({ index: 6, language: 'por', isDefault: true });
  expect(tonesIn(await soundOf(made.pcmPath)).map(({ key }) => key)).toEqual(['1', '5', '9']);
});

test.for(inDefaultRun([16, 8], 1))(
  'prepareAudio mixes %d channels at 192 kHz down to mono',
  async (channels) => {
    const split = Array.from({ length: channels }, () => 'c0').join('|');
    await ffmpegIn(
      folder.path,
      ...[
        '-i',
        'tones.wav',
        '-af',
        `pan=${channels}c|${split
          .split('|')
          .map((c, at) => `c${at}=${c}`)
          .join('|')}`,
      ],
      ...['-ar', '192000', '-c:a', 'pcm_s24le', `wide-${channels}.wav`],
    );
    const made = await prepared(join(folder.path, `wide-${channels}.wav`));
    expect(made.media.chosen).toMatchObject({ channels, sampleRate: 192_000 });
    expectTones(tonesIn(await soundOf(made.pcmPath)), threeTones, 10);
    expect(made.playable.isCopy).toBe(false);
  },
);

test('cover art does not count as video, and the playable file contains no metadata of the original', async () => {
  await ffmpegIn(folder.path, ...picture(1), '-frames:v', '1', 'cover.png');
  await ffmpegIn(
    folder.path,
    ...['-i', 'tones.wav', '-i', 'cover.png', '-map', '0', '-map', '1', '-c:v', 'copy', '-c:a', 'libmp3lame'],
    ...['-disposition:v', 'attached_pic', '-metadata', 'title=Consulta de Maria', 'cover.mp3'],
  );
  const made = await prepared(join(folder.path, 'cover.mp3'));
  expect(made.media.video).toBeUndefined();
  expect(made.playable.isCopy).toBe(true);
  expect((await readFile(made.playable.path)).includes('Maria')).toBe(false);
});

const withoutDuration = [
  ['streamed.wav', ['-c:a', 'pcm_s16le', '-f', 'wav']],
  ['streamed.webm', ['-c:a', 'libopus', '-live', '1', '-f', 'webm']],
  ['streamed.flac', ['-c:a', 'flac', '-f', 'flac']],
  ['streamed.flv', ['-ar', '44100', '-c:a', 'aac', '-f', 'flv']],
  ['streamed.mp4', ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4']],
] as const;
test.for(inDefaultRun(withoutDuration, 2))(
  '%s: the probe measures a duration that is missing from the file',
  async ([name, args]) => {
    const path = await encodeToPipe(folder.path, ['-i', 'tones.wav', ...args], name);
    const { media, isIncomplete } = await prepared(path);
    expect(Math.abs(media.durationSeconds * 1_000 - threeTonesMs)).toBeLessThan(110);
    expect(isIncomplete).toBe(false);
  },
);

test('the probe does not extrapolate the length of a VBR MP3 from its silent start', async () => {
  const quietThenLoud = ['-f', 'lavfi', '-i', "aevalsrc=exprs='random(0)*gt(t,10)':s=44100:d=20"];
  await ffmpegIn(
    folder.path,
    ...quietThenLoud,
    '-c:a',
    'libmp3lame',
    '-q:a',
    '3',
    '-write_xing',
    '0',
    'vbr.mp3',
  );
  const made = await prepared(join(folder.path, 'vbr.mp3'));
  expect(Math.abs(made.media.durationSeconds - 20)).toBeLessThan(0.11);
  expect(made.isIncomplete).toBe(false);
});
