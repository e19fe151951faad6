import { avatarRefused, maxAvatarBytes, maxAvatarSidePx } from '#contract/profile.ts';
import { AppError } from '#server/errors/app-error.ts';

type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';
type PictureSize = { type: PictureType; widthPx: number; heightPx: number };

const startsWith = (bytes: Buffer, hex: string, at = 0) =>
  bytes.subarray(at, at + hex.length / 2).toString('hex') === hex;

function pngSize(bytes: Buffer): PictureSize | undefined {
  const headerBytes = 33;
  const isPng = startsWith(bytes, '89504e470d0a1a0a') && bytes.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng || bytes.length < headerBytes) return undefined;
  return { type: 'image/png', widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20) };
}

/** Start-of-frame markers contain the size. 0xC4, 0xC8 and 0xCC lie in the same range but mean other things. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegSize(bytes: Buffer): PictureSize | undefined {
  if (!startsWith(bytes, 'ffd8ff')) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker))
      return {
        type: 'image/jpeg',
        widthPx: bytes.readUInt16BE(at + 7),
        heightPx: bytes.readUInt16BE(at + 5),
      };
    // Any number of 0xFF bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpSize(bytes: Buffer): PictureSize | undefined {
  const headerBytes = 30;
  const kind = bytes.toString('latin1', 8, 16);
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.length < headerBytes) return undefined;
  const type = 'image/webp';
  if (kind === 'WEBPVP8X')
    return { type, widthPx: 1 + bytes.readUIntLE(24, 3), heightPx: 1 + bytes.readUIntLE(27, 3) };
  if (kind === 'WEBPVP8L' && bytes[20] === 0x2f) {
    const packed = bytes.readUInt32LE(21);
    return { type, widthPx: 1 + (packed & 0x3fff), heightPx: 1 + ((packed >> 14) & 0x3fff) };
  }
  if (kind === 'WEBPVP8 ' && startsWith(bytes, '9d012a', 23))
    return { type, widthPx: bytes.readUInt16LE(26) & 0x3fff, heightPx: bytes.readUInt16LE(28) & 0x3fff };
  return undefined;
}

/** Reads type and size from the bytes, ignoring the name; undefined if the type is none of the three. */
export function readPictureSize(bytes: Buffer): PictureSize | undefined {
  return pngSize(bytes) ?? jpegSize(bytes) ?? webpSize(bytes);
}

const refuse = (text: string) => new AppError('invalid_input', { text, fields: { avatar: text } });

/** Checks the content, because the type in a data URL is only the sender's claim. */
export function checkAvatar(dataUrl: string): void {
  const [, claimedType, base64 = ''] = /^data:([^;]+);base64,(.*)$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  // Node ignores invalid base64, so refuse text that Node would not encode in the same way.
  if (bytes.length > maxAvatarBytes || bytes.toString('base64') !== base64) throw refuse(avatarRefused);
  const picture = readPictureSize(bytes);
  if (picture === undefined || picture.type !== claimedType) throw refuse(avatarRefused);
  const { widthPx, heightPx } = picture;
  if (Math.min(widthPx, heightPx) < 1) throw refuse(avatarRefused);
  if (Math.max(widthPx, heightPx) > maxAvatarSidePx)
    throw refuse(`A imagem deve ter no máximo ${maxAvatarSidePx} × ${maxAvatarSidePx} pixels.`);
}
