import { expect, test } from 'vitest';
import { readPictureSize } from './avatar.ts';

/** The smallest pictures that image programs write: one pixel each. */
const pictures = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  jpeg: '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  webpLossy: 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
  webpLossless: 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
  webpExtended:
    'UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==',
};

test.each([
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['webpLossy', 'image/webp'],
  ['webpLossless', 'image/webp'],
  ['webpExtended', 'image/webp'],
] as const)('a %s tells its type and its size', (name, type) => {
  expect(readPictureSize(Buffer.from(pictures[name], 'base64'))).toEqual({ type, widthPx: 1, heightPx: 1 });
});

test('the parser tells width from height, and reads large values in full', () => {
  const png = Buffer.from(pictures.png, 'base64');
  png.writeUInt32BE(70_000, 16);
  png.writeUInt32BE(300, 20);
  expect(readPictureSize(png)).toMatchObject({ widthPx: 70_000, heightPx: 300 });

  const jpeg = Buffer.from(pictures.jpeg, 'base64');
  const frame = jpeg.indexOf(Buffer.from('ffc2', 'hex'));
  jpeg.writeUInt16BE(300, frame + 5);
  jpeg.writeUInt16BE(500, frame + 7);
  expect(readPictureSize(jpeg)).toMatchObject({ widthPx: 500, heightPx: 300 });

  const lossy = Buffer.from(pictures.webpLossy, 'base64');
  lossy.writeUInt16LE(500, 26);
  lossy.writeUInt16LE(300, 28);
  expect(readPictureSize(lossy)).toMatchObject({ widthPx: 500, heightPx: 300 });

  const lossless = Buffer.from(pictures.webpLossless, 'base64');
  lossless.writeUInt32LE((299 << 14) | 499, 21);
  expect(readPictureSize(lossless)).toMatchObject({ widthPx: 500, heightPx: 300 });

  const extended = Buffer.from(pictures.webpExtended, 'base64');
  extended.writeUIntLE(499, 24, 3);
  extended.writeUIntLE(299, 27, 3);
  expect(readPictureSize(extended)).toMatchObject({ widthPx: 500, heightPx: 300 });
});

test('the parser rejects truncated data and other files, and does so quickly', () => {
  for (const each of Object.values(pictures)) {
    const whole = Buffer.from(each, 'base64');
    for (let length = 0; length < 20; length += 1)
      expect(readPictureSize(whole.subarray(0, length))).toBeUndefined();
  }
  expect(readPictureSize(Buffer.from('<script>alert(1)</script>'.repeat(9)))).toBeUndefined();
  expect(readPictureSize(Buffer.from('GIF89a'.padEnd(60, '\0')))).toBeUndefined();
  // Segments with length 0 must not stall the search.
  expect(readPictureSize(Buffer.from(`ffd8${'ffe00000'.repeat(50_000)}`, 'hex'))).toBeUndefined();
});
