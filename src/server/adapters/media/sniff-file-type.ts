import { open } from 'node:fs/promises';
import { MediaError } from './media-error.ts';

const headBytes = 65_536;

const startsWith = (head: Buffer, letters: string, at = 0) =>
  head.subarray(at, at + letters.length).equals(Buffer.from(letters, 'latin1'));

/** Checks the sync bits and for a valid layer, because UTF-16 marks and JPEG also begin with FF. */
function isMpegAudio(head: Buffer): boolean {
  const [first = 0, second = 0] = head;
  const layer = second & 0x06;
  return first === 0xff && (second & 0xe0) === 0xe0 && (layer === 0x02 || layer === 0x04);
}

/** The last one begins ASF, which WMA and WMV use. */
const marks = [
  ...[
    'fLaC',
    'OggS',
    'ID3',
    'FLV',
    '\x1a\x45\xdf\xa3',
    'RF64',
    '#!AMR',
    'caff',
    '.snd',
    'MAC ',
    'wvpk',
    '.RMF',
  ],
  '\x30\x26\xb2\x75\x8e\x66\xcf\x11',
];

const boxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'];

function looksLikeMedia(head: Buffer): boolean {
  return (
    marks.some((mark) => startsWith(head, mark)) ||
    (startsWith(head, 'FORM') && startsWith(head, 'AIF', 8)) ||
    (startsWith(head, 'RIFF') && (startsWith(head, 'WAVE', 8) || startsWith(head, 'AVI ', 8))) ||
    boxes.some((box) => startsWith(head, box, 4)) ||
    isMpegAudio(head)
  );
}

/** Archives, documents, pictures, programs and databases, each by its first bytes. */
const otherMarks = [
  ...['PK\x03\x04', 'PK\x05\x06', 'Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c', '\x1f\x8b\x08', 'BZh'],
  ...['\xfd7zXZ\0', '\x28\xb5\x2f\xfd', '%PDF-', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'SQLite format 3\0'],
  ...['\xff\xd8\xff', '\x89PNG\r\n', 'GIF87a', 'GIF89a', '\x7fELF', 'MZ'],
];
const tarMarkAt = 257;

/** ffmpeg finds the frames of an MP3 anywhere in a file, and would join all sounds of an archive to one. */
const isOtherFile = (head: Buffer) =>
  otherMarks.some((mark) => startsWith(head, mark)) || startsWith(head, 'ustar', tarMarkAt);

function isText(head: Buffer): boolean {
  if (startsWith(head, '\xff\xfe') || startsWith(head, '\xfe\xff')) return true;
  try {
    // "stream" tolerates a last character that is cut in two.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters distinguish binary data from text
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  } catch {
    return false;
  }
}

export type Sniffed = Readonly<{ bytes: number; looksLikeMedia: boolean }>;

/**
 * Refuses empty files, text and archives before ffprobe sees them. Playlists would make it open other files, and in an
 * archive it would find sound.
 */
export async function sniffFileType(path: string): Promise<Sniffed> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) throw new MediaError('empty');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    if (isOtherFile(head)) throw new MediaError('unsupported', 'the file is no recording');
    const isKnown = looksLikeMedia(head);
    if (!isKnown && isText(head)) throw new MediaError('unsupported', 'the file is text');
    return { bytes: size, looksLikeMedia: isKnown };
  } finally {
    await file.close();
  }
}
