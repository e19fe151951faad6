import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachmentName } from '#web/api/client.ts';
import { contentDisposition } from './download-headers.ts';

test('the header holds the name with accents, and without accents for older programs', () => {
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
