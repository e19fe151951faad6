import { randomFrom } from './mutate.ts';

type AmrPart = Readonly<{ frames: number; sound: 'speech' | 'comfort noise' | 'nothing' }>;

/** Header byte and payload of one frame of 20 ms, at the highest rate. */
const narrowFrames = { speech: [0x3c, 31], 'comfort noise': [0x44, 5], nothing: [0x7c, 0] } as const;
const wideFrames = { speech: [0x44, 60], 'comfort noise': [0x4c, 5], nothing: [0x7c, 0] } as const;

/** Makes the file of a telephone's recorder, which ffmpeg cannot encode. Its speech is noise. */
export function amrFile(parts: readonly AmrPart[], { wide = false } = {}): Buffer {
  const random = randomFrom(1);
  const kinds = wide ? wideFrames : narrowFrames;
  const frames = parts.flatMap(({ frames, sound }) => {
    const [header, bytes] = kinds[sound];
    return Array.from({ length: frames }, () =>
      Buffer.from([header, ...Array.from({ length: bytes }, () => random(256))]),
    );
  });
  return Buffer.concat([Buffer.from(wide ? '#!AMR-WB\n' : '#!AMR\n'), ...frames]);
}

const blockBytes = 4_096;

/** Makes a file of one-bit samples, as players of high-resolution music use. Its sound is noise. */
export function dsfFile(seconds: number): Buffer {
  const random = randomFrom(2);
  const rateHz = 2_822_400;
  const bytes = Math.ceil((seconds * rateHz) / 8 / blockBytes) * blockBytes;
  const head = Buffer.alloc(92);
  head.write('DSD ', 0);
  head.writeBigUInt64LE(28n, 4);
  head.writeBigUInt64LE(BigInt(head.length + bytes), 12);
  head.write('fmt ', 28);
  head.writeBigUInt64LE(52n, 32);
  const [version, format, channelType, channels, bitsPerSample] = [1, 0, 1, 1, 1];
  for (const [at, value] of [version, format, channelType, channels, rateHz, bitsPerSample].entries())
    head.writeUInt32LE(value, 40 + 4 * at);
  head.writeBigUInt64LE(BigInt(bytes * 8), 64);
  head.writeUInt32LE(blockBytes, 72);
  head.write('data', 80);
  head.writeBigUInt64LE(BigInt(12 + bytes), 84);
  return Buffer.concat([head, Buffer.from(Array.from({ length: bytes }, () => random(256)))]);
}

/** The record of a Macintosh alias with an absolute path. */
function aliasTo(path: string): Buffer {
  const absolutePath = 2;
  const head = Buffer.alloc(154);
  head[10] = 1;
  head.write('v', 11);
  head.writeUInt16BE(absolutePath, 150);
  head.writeUInt16BE(path.length, 152);
  const padding = Buffer.alloc(path.length % 2);
  return Buffer.concat([head, Buffer.from(path), padding, Buffer.from([0xff, 0xff, 0, 0])]);
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4);
  return Buffer.concat([head, content]);
}

/** Changes a MOV with one track and its index at the end, so that its samples lie in another file. */
export function movWithSamplesIn(path: string, mov: Buffer): Buffer {
  const offset = mov.lastIndexOf('dref') - 4;
  const rest = mov.subarray(offset + mov.readUInt32BE(offset));
  const oneEntry = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]);
  const alias = box('alis', Buffer.concat([Buffer.alloc(4), aliasTo(path)]));
  const made = Buffer.concat([mov.subarray(0, offset), box('dref', Buffer.concat([oneEntry, alias])), rest]);
  for (const type of ['moov', 'trak', 'mdia', 'minf', 'dinf']) {
    const at = made.lastIndexOf(type, offset) - 4;
    made.writeUInt32BE(made.readUInt32BE(at) + made.length - mov.length, at);
  }
  return made;
}
