import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportFileName } from './file-name.ts';

const nameOf = (title: string | null, fileName = 'gravação.mp3') =>
  exportFileName({ title, fileName, format: 'srt' });

test.each([
  ['Aula de física: ação & reação', 'Aula de física- ação & reação.srt'],
  [null, 'gravação.srt'],
  ['  ', 'gravação.srt'],
  ['../../etc/passwd', 'etc-passwd.srt'],
  ['..\\..\\Windows\\win.ini', 'Windows-win.ini.srt'],
  ['Reunião "final" <b>?*|', "Reunião 'final' b-.srt"],
  ['linha\r\nSet-Cookie: a=b', 'linha Set-Cookie- a=b.srt'],
  ['\u202efdp.exe\u200b\u2066x', 'fdp.exex.srt'],
  ['con', '_con.srt'],
  ['LPT¹.txt', '_LPT¹.txt.srt'],
  ['concerto', 'concerto.srt'],
  ['.bashrc', 'bashrc.srt'],
  ['fim...', 'fim.srt'],
  ['\ud800\udc00\ud800', '𐀀�.srt'],
  ['Show 🎉', 'Show 🎉.srt'],
  ['///', 'transcricao.srt'],
  ['\u202e', 'gravação.srt'],
])('the title %j becomes the file name %j', (title, expected) => {
  expect(nameOf(title)).toBe(expected);
});

test('the server removes the recording’s extension, and only that', () => {
  expect(nameOf(null, 'aula 3.5 final.m4a')).toBe('aula 3.5 final.srt');
  expect(nameOf(null, 'sem-nada')).toBe('sem-nada.srt');
  expect(nameOf('Versão 2.0')).toBe('Versão 2.0.srt');
});

test('a file name is short, plain and has its extension, whatever the title', () => {
  const title = fc.string({ unit: 'binary', maxLength: 600 });
  fc.assert(
    fc.property(title, fc.constantFrom('srt', 'docx'), (given, format) => {
      const name = exportFileName({ title: given, fileName: 'x.mp3', format });
      expect(name.endsWith(`.${format}`)).toBe(true);
      expect(name.length).toBeLessThanOrEqual(120);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}]/u);
      expect(name).not.toMatch(/^[\s.-]|[\s.]\.\w+$/);
      expect(name.length).toBeGreaterThan(format.length + 1);
    }),
    { numRuns: 300 },
  );
});
