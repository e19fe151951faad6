import { execFile } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSlice } from '#tests/media/decoded-sound.ts';
import { amrFile, dsfFile, movWithSamplesIn } from '#tests/media/hand-made.ts';
import {
  concatenated,
  type FormatName,
  ffmpegIn,
  makeFormats,
  threeTones,
  threeTonesMs,
  writeTones,
} from '#tests/media/make-media.ts';
import { tonesIn } from '#tests/media/tones.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { browserVideoType } from './browser-playback.ts';
import { prepareAudio } from './prepare-audio.ts';
import { probeMedia } from './probe.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let count = 0;
beforeAll(async () => {
  folder = await temporaryFolder({ fast: true });
  await writeTones(folder.path);
  await makeFormats(folder.path, [...streams, ...unplayable]);
});
afterAll(async () => folder[Symbol.asyncDispose]());

async function write(name: string, bytes: Uint8Array) {
  await writeFile(join(folder.path, name), bytes);
  return join(folder.path, name);
}

async function prepared(path: string) {
  count += 1;
  const out = join(folder.path, `out-${count}`);
  await mkdir(out);
  const media = await probeMedia({ path });
  return { media, ...(await prepareAudio({ path, media, folder: out })) };
}

const speech = [{ frames: 250, sound: 'speech' }] as const;
/** Telephones stop sending while the person is silent. */
const withPause = [
  { frames: 100, sound: 'speech' },
  { frames: 10, sound: 'comfort noise' },
  { frames: 90, sound: 'nothing' },
  { frames: 100, sound: 'speech' },
] as const;

test.each([
  ['narrow AMR', () => amrFile(speech), 5_000],
  ['wide AMR', () => amrFile(speech, { wide: true }), 5_000],
  ['narrow AMR with a pause', () => amrFile(withPause), 6_000],
  ['wide AMR with a pause', () => amrFile(withPause, { wide: true }), 6_000],
  ['DSF', () => dsfFile(1), 1_000],
] as const)('%s is decoded for its whole time, and gets a playback copy', async (what, make, durationMs) => {
  const made = await prepared(await write(what, make()));
  expect(Math.abs(made.media.durationSeconds * 1_000 - durationMs)).toBeLessThanOrEqual(15);
  expect(Math.abs(made.durationMs - durationMs)).toBeLessThanOrEqual(15);
  expect(made.isIncomplete).toBe(false);
  expect(made.isPadded).toBe(false);
  const heard = await readSlice({ path: made.pcmPath, startMs: 0, endMs: durationMs });
  expect(Math.max(...heard.subarray(-8_000).map(Math.abs))).toBeGreaterThan(1_000);
  const listen = await probeMedia({ path: made.playable.path });
  expect(Math.abs(listen.durationSeconds * 1_000 - durationMs)).toBeLessThan(150);
});

test('the pause of a telephone is not charged', async () => {
  const made = await prepared(await write('paused.amr', amrFile(withPause)));
  expect(made.soundSeconds).toBeCloseTo(4, 1);
});

test('AMR in a 3GP is decoded for its whole time', async () => {
  await write('whole.amr', amrFile(speech));
  await ffmpegIn(folder.path, '-i', 'whole.amr', '-c', 'copy', 'amr.3gp');
  const made = await prepared(join(folder.path, 'amr.3gp'));
  expect(made.media.chosen.codec).toBe('amr_nb');
  expect(made.durationMs).toBe(5_000);
});

test('a codec for speech at 3 kbit/s is decoded for its whole time', async () => {
  await ffmpegIn(
    folder.path,
    ...['-i', 'tones.wav', '-ar', '8000', '-ac', '1', '-c:a', 'libcodec2', '-f', 'codec2', 'tones.c2'],
  );
  expect((await prepared(join(folder.path, 'tones.c2'))).durationMs).toBe(threeTonesMs);
});

const streams = ['sound.ts', 'tones.m2ts', 'tones.mpg', 'tones.vob'] as const satisfies FormatName[];
test.for(streams)(
  'two joined recordings of %s are measured and decoded completely, though their clock restarts',
  async (name) => {
    const path = await concatenated(folder.path, [name, name], `joined-${name}`);
    const made = await prepared(path);
    expect(Math.abs(made.media.durationSeconds * 1_000 - 2 * threeTonesMs)).toBeLessThan(200);
    expect(Math.abs(made.durationMs - 2 * threeTonesMs)).toBeLessThan(200);
    const heard = tonesIn(await readSlice({ path: made.pcmPath, startMs: 0, endMs: 60_000 }));
    const keys = threeTones.map(({ key }) => key);
    expect(heard.map(({ key }) => key)).toEqual([...keys, ...keys]);
  },
);

test('a transport stream whose clock starts eleven hours late is as long as its sound', async () => {
  await ffmpegIn(folder.path, '-i', 'tones.wav', '-c:a', 'aac', '-output_ts_offset', '40000', 'far.ts');
  for (const names of [['far.ts'], ['sound.ts', 'far.ts'], ['far.ts', 'sound.ts']]) {
    const made = await prepared(await concatenated(folder.path, names, 'clocks.ts'));
    expect(Math.abs(made.media.durationSeconds * 1_000 - names.length * threeTonesMs)).toBeLessThan(250);
    expect(Math.abs(made.durationMs - names.length * threeTonesMs)).toBeLessThan(200);
  }
});

const unplayable = ['tones.wmv', 'tones.ts', 'tones.3gp'] as const satisfies FormatName[];
test('browsers get the sound copy of films that they cannot play', async () => {
  for (const name of [...unplayable, 'tones.mpg'])
    expect(browserVideoType(await probeMedia({ path: join(folder.path, name) }))).toBeUndefined();
});

test('a MOV with its samples in another file does not make ffmpeg open that file', async () => {
  await ffmpegIn(folder.path, '-i', 'tones.wav', '-c:a', 'pcm_s16le', 'plain.mov');
  const mov = await readFile(join(folder.path, 'plain.mov'));
  await write('secret.mov', mov);
  await write('refers.mov', movWithSamplesIn(join(folder.path, 'secret.mov'), mov));
  // ffmpeg understands the reference, and would follow it.
  const following = ['-enable_drefs', '1', '-use_absolute_path', '1'];
  await ffmpegIn(folder.path, ...following, '-i', 'refers.mov', 'followed.wav');
  expect((await stat(join(folder.path, 'followed.wav'))).size).toBeGreaterThan(400_000);

  // Opening a FIFO for reading blocks until a writer opens it.
  await promisify(execFile)('mkfifo', [join(folder.path, 'waiting.mov')]);
  const path = await write('waits.mov', movWithSamplesIn(join(folder.path, 'waiting.mov'), mov));
  await expect(prepared(path)).rejects.toMatchObject({ kind: 'unreadable' });
});
