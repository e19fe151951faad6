import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export async function concatenated(folder: string, names: readonly string[], as: string): Promise<string> {
  const parts = await Promise.all(names.map((name) => readFile(join(folder, name))));
  await writeFile(join(folder, as), Buffer.concat(parts));
  return join(folder, as);
}

/** Written to a pipe, as by a recorder that cannot go back to fill in the length. */
export async function streamed(folder: string, args: readonly string[], as: string): Promise<string> {
  const written = await new Promise<Buffer>((resolve, reject) => {
    execFile(
      'ffmpeg',
      ['-v', 'error', '-nostdin', ...args, 'pipe:1'],
      { cwd: folder, encoding: 'buffer', maxBuffer: 100_000_000 },
      (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
    );
  });
  await writeFile(join(folder, as), written);
  return join(folder, as);
}

/** Its header counts so many samples; the sound stays as it is. */
export function flacThatSays(flac: Uint8Array, seconds: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(flac);
  if (bytes.subarray(0, 4).toString('latin1') !== 'fLaC') throw new Error('not a FLAC file');
  // In STREAMINFO, after the frame sizes: 20 bits of rate, 3 of channels, 5 of depth, 36 of samples.
  const at = 18;
  const packed = bytes.readBigUInt64BE(at);
  const rateHz = Number(packed >> 44n);
  const samples = BigInt(Math.round(seconds * rateHz));
  bytes.writeBigUInt64BE((packed & ~0xf_ffff_ffffn) | samples, at);
  return new Uint8Array(bytes);
}
