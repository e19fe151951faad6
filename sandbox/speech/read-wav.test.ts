import { expect, test } from 'vitest';
import { wavFile } from '#tests/speech/sandbox-speech.ts';
import { readWav } from './read-wav.ts';

const ramp = Int16Array.from({ length: 20_000 }, (_, at) => at - 10_000);

async function samplesOf(file: Uint8Array) {
  const sound = readWav(Buffer.from(file));
  const samples: number[] = [];
  for await (const piece of sound?.pieces ?? []) samples.push(...piece);
  return { sampleRateHz: sound?.sampleRateHz, samples };
}

/** Changes the header to two channels. */
function asStereo(file: Uint8Array<ArrayBuffer>) {
  const copy = file.slice();
  new DataView(copy.buffer).setUint16(22, 2, true);
  return copy;
}

test('readWav returns the samples unchanged at any rate', async () => {
  for (const rateHz of [8_000, 16_000, 44_100])
    expect(await samplesOf(wavFile(ramp, rateHz))).toEqual({ sampleRateHz: rateHz, samples: [...ramp] });
});

test('readWav mixes two channels to their mean', async () => {
  const pcm = Int16Array.of(100, 300, -50, 50, 7, 7);
  expect((await samplesOf(asStereo(wavFile(pcm)))).samples).toEqual([200, 0, 7]);
});

test('readWav skips other chunks and reads an extensible header', async () => {
  const plain = wavFile(Int16Array.of(1, 2, 3));
  const list = Uint8Array.of(0x4c, 0x49, 0x53, 0x54, 3, 0, 0, 0, 1, 2, 3, 0);
  const format = plain.slice(12, 36);
  const longer = new Uint8Array(8 + 40);
  longer.set(format);
  new DataView(longer.buffer).setUint32(4, 40, true);
  new DataView(longer.buffer).setUint16(8, 0xff_fe, true);
  longer[8 + 24] = 1;
  const file = new Uint8Array([...plain.slice(0, 12), ...list, ...longer, ...plain.slice(36)]);
  expect((await samplesOf(file)).samples).toEqual([1, 2, 3]);
});

test('readWav reads to the end of a truncated file or one with an unknown length', async () => {
  const piped = wavFile(ramp);
  new DataView(piped.buffer).setUint32(40, 0xff_ff_ff_ff, true);
  expect((await samplesOf(piped)).samples).toHaveLength(20_000);
  expect((await samplesOf(wavFile(ramp).slice(0, 44 + 2_001))).samples).toHaveLength(1_000);
});

test('readWav returns undefined for files other than 16-bit WAV', () => {
  const floats = wavFile(ramp);
  new DataView(floats.buffer).setUint16(20, 3, true);
  const empty = wavFile(ramp).slice(0, 30);
  for (const file of [floats, empty, wavFile(ramp).slice(4), new Uint8Array(0)])
    expect(readWav(Buffer.from(file))).toBeUndefined();
});
