import { type FileHandle, open } from 'node:fs/promises';
import { codeOf } from '#server/errors/safe-message-error.ts';
import { MediaError } from './media-error.ts';
import { createSoundMeter, pcmRateHz } from './sound-meter.ts';

const bytesPerSample = 2;
const silentBlockSamples = 65_536;
const readBytes = 524_288;

type Options = { part: string; startSeconds: number; maxDurationSeconds: number };

/**
 * ffmpeg writes the PCM into this file, and we read behind it into one buffer. Through a pipe, an hour of sound
 * would cost two thousand writes and 100 MB of garbage. If the track starts late, the file begins with silence.
 */
export async function openPcmFile({ part, startSeconds, maxDurationSeconds }: Options) {
  const file = await open(part, 'w+', 0o600);
  const meter = createSoundMeter();
  const maxSamples = maxDurationSeconds * pcmRateHz;
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  let at = 0;

  function add(pcm: Int16Array) {
    if (meter.samples() + pcm.length > maxSamples)
      throw new MediaError('too_long', `more than ${maxDurationSeconds} s`);
    meter.add(pcm);
    at += pcm.byteLength;
  }

  async function addSilence(samples: number) {
    const silence = new Int16Array(Math.min(samples, silentBlockSamples));
    for (let left = samples; left > 0; left -= silence.length) {
      const block = silence.subarray(0, left);
      add(block);
      await file.appendFile(new Uint8Array(block.buffer, 0, block.byteLength));
    }
  }

  try {
    await addSilence(Math.round(startSeconds * pcmRateHz));
  } catch (error) {
    await file.close();
    const code = codeOf(error);
    throw code === 'ENOSPC' || code === 'EDQUOT'
      ? new MediaError('disk_full', code, { cause: error })
      : error;
  }
  return {
    /** ffmpeg's output: it continues after the silence. */
    fd: file.fd,
    /** Measures the sound written since the last call. */
    async measureWritten() {
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, readBytes, at);
        // The file may currently end in the middle of a sample.
        const samples = Math.floor(bytesRead / bytesPerSample);
        if (samples === 0) return;
        add(new Int16Array(buffer.buffer, buffer.byteOffset, samples));
      }
    },
    levels: meter.levels,
    seconds: () => meter.samples() / pcmRateHz,
    finish: meter.finish,
    close: () => file.close(),
  };
}

const samplesPerMs = pcmRateHz / 1_000;

type Slice = { file: FileHandle; startMs: number; endMs: number };

/** The samples from startMs to endMs, or fewer at the end of the file. */
export async function readPcmSlice({ file, startMs, endMs }: Slice): Promise<Int16Array> {
  const pcm = new Int16Array(Math.max(0, Math.round((endMs - startMs) * samplesPerMs)));
  const bytes = new Uint8Array(pcm.buffer);
  const firstByte = Math.round(startMs * samplesPerMs) * pcm.BYTES_PER_ELEMENT;
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, firstByte + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return pcm.subarray(0, Math.floor(read / pcm.BYTES_PER_ELEMENT));
}

const headerBytes = 44;

/** Wraps 16-bit mono PCM as WAV: every cloud engine accepts it, and it needs no encoder. */
export function encodeWav(pcm: Int16Array, sampleRateHz = 16_000): Uint8Array {
  const dataBytes = pcm.length * bytesPerSample;
  const file = new Uint8Array(headerBytes + dataBytes);
  const view = new DataView(file.buffer);
  const letters = (at: number, word: string) => file.set(new TextEncoder().encode(word), at);
  letters(0, 'RIFF');
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  letters(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, bytesPerSample * 8, true);
  letters(36, 'data');
  view.setUint32(40, dataBytes, true);
  // All our platforms are little-endian, as is WAV.
  file.set(new Uint8Array(pcm.buffer, pcm.byteOffset, dataBytes), headerBytes);
  return file;
}
