import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { readSlice } from '#tests/media/decoded-sound.ts';
import { ffmpegProcesses } from '#tests/media/ffmpeg-processes.ts';
import { encodeToPipe, ffmpegIn, picture, writeTones } from '#tests/media/make-media.ts';
import { tonesIn } from '#tests/media/tones.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { MediaError, type MediaErrorKind } from './media-error.ts';

import { prepareAudio } from './prepare-audio.ts';
import { probeMedia } from './probe.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string) => join(folder.path, name);
const make = (...args: string[]) => ffmpegIn(folder.path, ...args);
let count = 0;

beforeAll(async () => {
  folder = await temporaryFolder({ fast: true });
  await writeTones(folder.path);
  await make('-i', 'tones.wav', '-c:a', 'libmp3lame', 'tones.mp3');
});
afterAll(async () => {
  expect(await ffmpegProcesses()).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

async function emptyFolder() {
  count += 1;
  const out = at(`out-${count}`);
  await mkdir(out);
  return out;
}

const kindOf = (work: Promise<unknown>): Promise<MediaErrorKind | 'none'> =>
  work.then(
    () => 'none',
    (error) => {
      if (error instanceof MediaError) return error.kind;
      throw error;
    },
  );

async function write(name: string, content: string | Uint8Array) {
  await writeFile(at(name), content);
  return at(name);
}

/** The first part of a file, like an interrupted upload. */
async function cut(name: string, part: number, as: string) {
  const whole = await readFile(at(name));
  return write(as, whole.subarray(0, Math.floor(whole.length * part)));
}

async function prepared(path: string) {
  const out = await emptyFolder();
  const media = await probeMedia({ path });
  try {
    return await prepareAudio({ path, media, folder: out });
  } catch (error) {
    expect(await readdir(out)).toEqual([]);
    throw error;
  }
}

test('the probe goes by content and ignores the file name', async () => {
  const mp3 = await readFile(at('tones.mp3'));
  for (const name of ['tones.txt', 'tones.m3u8', 'tones.png', '-i', '%d.jpg', 'pipe:0', 'tones'])
    expect((await probeMedia({ path: await write(name, mp3) })).chosen.codec).toBe('mp3');
});

test('the probe refuses files without a recording, each with its error kind', async () => {
  await make(...picture(1), '-frames:v', '1', 'picture.png');
  await make(...picture(1), '-c:v', 'mpeg4', 'silent.mp4');
  await make('-i', 'tones.wav', '-t', '0', 'nothing.wav');
  const noise = Uint8Array.from(
    { length: 200_000 },
    (_, index) => (index * 7_919 + (index >> 8) * 104_729) % 251,
  );
  const refused = {
    'empty.mp3': await write('empty.mp3', ''),
    'text.mp3': await write('text.mp3', 'Ata da reunião de terça-feira.\n'.repeat(500)),
    'utf-16.mp3': await write('utf-16.mp3', Buffer.from('\ufeffAta da reunião', 'utf16le')),
    'noise.mp3': await write('noise.mp3', noise),
    'zeros.wav': await write('zeros.wav', new Uint8Array(100_000)),
    'picture.mp4': at('picture.png'),
    'silent.mp4': at('silent.mp4'),
    'nothing.wav': at('nothing.wav'),
    'header.flac': await write('header.flac', 'fLaC\0\0\0'),
    'header.mp4': await write('header.mp4', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')),
  };
  const kinds: Record<string, string> = {};
  for (const [name, path] of Object.entries(refused)) kinds[name] = await kindOf(probeMedia({ path }));
  expect(kinds).toEqual({
    'empty.mp3': 'empty',
    'text.mp3': 'unsupported',
    'utf-16.mp3': 'unsupported',
    'noise.mp3': 'unsupported',
    'zeros.wav': 'unsupported',
    'picture.mp4': 'unsupported',
    'silent.mp4': 'no_audio',
    'nothing.wav': 'zero_length',
    'header.flac': 'unreadable',
    'header.mp4': 'unreadable',
  });
});

test.for([
  ['flac', ['-c:a', 'flac']],
  ['mp3', ['-c:a', 'libmp3lame']],
  ['m4a', ['-c:a', 'aac', '-movflags', '+faststart']],
] as const)('the server accepts a truncated %s if most of it is present', async ([ending, args]) => {
  await make('-i', 'tones.wav', ...args, `whole.${ending}`);
  const most = await prepared(await cut(`whole.${ending}`, 0.58, `most.${ending}`));
  expect(most.isIncomplete).toBe(true);
  const heard = await readSlice({ path: most.pcmPath, startMs: 0, endMs: 60_000 });
  expect(tonesIn(heard).map(({ key }) => key)).toEqual(['1', '5']);
  expect(await kindOf(prepared(await cut(`whole.${ending}`, 0.3, `little.${ending}`)))).toBe('cut_short');
});

test('a truncated WAV counts as a shorter recording', async () => {
  const { isIncomplete, pcmPath } = await prepared(await cut('tones.wav', 0.3, 'cut.wav'));
  expect(isIncomplete).toBe(false);
  const heard = await readSlice({ path: pcmPath, startMs: 0, endMs: 60_000 });
  expect(tonesIn(heard).map(({ key }) => key)).toEqual(['1']);
});

test('an MP4 without its index is unreadable', async () => {
  await make('-i', 'tones.wav', '-c:a', 'aac', 'index-last.m4a');
  expect(await kindOf(prepared(await cut('index-last.m4a', 0.9, 'cut.m4a')))).toBe('unreadable');
});

test('the probe follows no playlist or other reference, local or remote', async () => {
  const visits: string[] = [];
  const server = createServer((socket) => {
    visits.push('visit');
    socket.destroy();
  });
  await using listening = await listenOnFreePort(server);
  const { url } = listening;
  const hls = (target: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${target}\n#EXT-X-ENDLIST\n`;
  const texts = [
    hls(`${url}/a.ts`),
    hls('file:///etc/passwd'),
    hls(`concat:${url}/head|file:///etc/passwd`),
    `ffconcat version 1.0\nfile ${at('tones.mp3')}\n`,
    "ffconcat version 1.0\nfile '/etc/passwd'\n",
    `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio ${url.split(':').at(-1)} RTP/AVP 0\n`,
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${url}</BaseURL></MPD>`,
    `rtsp://127.0.0.1:${url.split(':').at(-1)}/x`,
    `[playlist]\nNumberOfEntries=1\nFile1=${url}/a.mp3\n`,
    `<?xml version="1.0"?><playlist xmlns="http://xspf.org/ns/0/"><trackList><track><location>${url}</location></track></trackList></playlist>`,
    `<asx version="3.0"><entry><ref href="${url}/a.wma"/></entry></asx>`,
    `[Reference]\nRef1=${url}/a.wma?MSWMExt=.asf\n`,
    `<smil><body><audio src="${url}/a.ra"/></body></smil>`,
    `${url}/a.ra\n`,
    `;FFMETADATA1\ntitle=Ata\n`,
    '-SE\nNameDef: pink/40 150+4.0/30\n',
  ];
  for (const [index, text] of texts.entries()) {
    for (const ending of ['ts', 'm3u8']) {
      const path = await write(`reference-${index}.${ending}`, text);
      expect(await kindOf(probeMedia({ path }))).toBe('unsupported');
    }
    // Bypasses our own check, so that ffprobe's options must hold.
    const hidden = await write(`hidden-${index}.mp4`, `${text}\0`);
    expect(await kindOf(probeMedia({ path: hidden }))).toBe('unsupported');
  }
  expect(visits).toEqual([]);
  await new Promise((resolve) => server.close(resolve));
});

test('a playlist does not make ffprobe open another file', async () => {
  // Opening a FIFO for reading blocks until a writer opens it.
  await promisify(execFile)('mkfifo', [at('segment.ts')]);
  const list = `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile://${at('segment.ts')}\n#EXT-X-ENDLIST\n\0`;
  const path = await write('hidden.m3u8', list);
  expect(await kindOf(probeMedia({ path, limits: { timeMs: 5_000 } }))).toBe('unsupported');
});

test('an hour of silence in a small file stops at the duration limit, even if its header declares less', async () => {
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '3600', '-c:a', 'flac'];
  await make(...silence, 'honest.flac');
  const limits = { maxDurationSeconds: 60 };
  expect(await kindOf(probeMedia({ path: at('honest.flac'), limits }))).toBe('too_long');
  const unsaid = await encodeToPipe(folder.path, [...silence, '-f', 'flac'], 'unsaid.flac');
  expect(await kindOf(probeMedia({ path: unsaid, limits }))).toBe('too_long');

  const out = await emptyFolder();
  const media = { ...(await probeMedia({ path: at('honest.flac') })), durationSeconds: 5 };
  let furthest = 0;
  const preparing = prepareAudio({
    path: at('honest.flac'),
    media,
    folder: out,
    limits,
    onProgress: (seconds) => {
      furthest = Math.max(furthest, seconds);
    },
  });
  expect(await kindOf(preparing)).toBe('too_long');
  expect(furthest).toBeLessThanOrEqual(60);
  expect(await readdir(out)).toEqual([]);
});

test('the probe gives up in time on a recording padded with a gigabyte of zeros', async () => {
  const path = await write('padded.wav', await readFile(at('tones.wav')));
  await truncate(path, 1_073_741_824);
  expect(await kindOf(probeMedia({ path, limits: { timeMs: 1_500 } }))).toBe('took_too_long');
});
