import { open } from 'node:fs/promises';
import { MediaFault } from './media-fault.ts';
import { createSoundMeter, pcmRateHz } from './sound-meter.ts';

const bytesPerSample = 2;
const silentBlockSamples = 65_536;
const lookBytes = 524_288;

type Options = { part: string; startSeconds: number; maxDurationSeconds: number };

/**
 * The sound, in a file that ffmpeg writes by itself and we read behind it, into one buffer: taken through a pipe, an
 * hour is two thousand writes of ours and a hundred megabytes of garbage. The file's clock begins with silence where the
 * track begins late.
 */
export async function openPcmFile({ part, startSeconds, maxDurationSeconds }: Options) {
  const file = await open(part, 'w+', 0o600);
  const meter = createSoundMeter();
  const maxSamples = maxDurationSeconds * pcmRateHz;
  const buffer = Buffer.allocUnsafeSlow(lookBytes);
  let at = 0;

  function add(pcm: Int16Array) {
    if (meter.samples() + pcm.length > maxSamples)
      throw new MediaFault('too_long', `more than ${maxDurationSeconds} s`);
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
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw code === 'ENOSPC' || code === 'EDQUOT'
      ? new MediaFault('disk_full', String(code), { cause: error })
      : error;
  }
  return {
    /** For the program's output: it goes on where the silence ends. */
    fd: file.fd,
    /** Takes in what has come since the last time. */
    async look() {
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, lookBytes, at);
        // What is written may end in the middle of a sample.
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
