import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachmentName } from '#web/api/client.ts';
import { contentDisposition, parseByteRange } from './download-headers.ts';

test('the header contains the name with accents, and without accents for older programs', () => {
  expect(contentDisposition('Ação (1).pdf')).toBe(
    `attachment; filename="Acao (1).pdf"; filename*=UTF-8''A%C3%A7%C3%A3o%20%281%29.pdf`,
  );
});

test('any name gives a one-line header from which the browser side reads the same name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = contentDisposition(name);
      expect(header).toMatch(/^attachment; filename="[\w .()+,=@-]*"; filename\*=UTF-8''[\w.!~%*-]*$/);
      expect(attachmentName(header)).toBe(name.toWellFormed());
    }),
    { numRuns: 300 },
  );
});

test('parseByteRange follows the standard and never exceeds the file', () => {
  expect(parseByteRange('bytes=0-', 100)).toEqual({ start: 0, end: 99 });
  expect(parseByteRange('bytes=10-19', 100)).toEqual({ start: 10, end: 19 });
  expect(parseByteRange('bytes=90-1000', 100)).toEqual({ start: 90, end: 99 });
  expect(parseByteRange('bytes=-20', 100)).toEqual({ start: 80, end: 99 });
  expect(parseByteRange('bytes=-2000', 100)).toEqual({ start: 0, end: 99 });
});

test('parseByteRange distinguishes an unsatisfiable range from an unsupported one', () => {
  for (const header of ['bytes=100-', 'bytes=-0']) expect(parseByteRange(header, 100)).toBe('unsatisfiable');
  expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable');
  for (const header of [undefined, 'bytes=-', 'bytes=5-2', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b'])
    expect(parseByteRange(header, 100)).toBeUndefined();
});
