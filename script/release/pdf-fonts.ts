/**
 * Generates the fonts of exported PDFs. PDF supports neither variable fonts nor WOFF2, so this script writes
 * each font as TrueType with one weight. The fonts contain all characters, for foreign names. A PDF embeds
 * only those that it uses. Run this script by hand after a font update:
 *   node script/release/pdf-fonts.ts
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}src/server/features/exports/pdf/fonts`;
/** These fonts contain no character after this one. */
const lastCharacter = 0xfb06;

const faces = [
  { family: 'literata', weight: 400, scripts: ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'] },
  { family: 'instrument-sans', weight: 400, scripts: ['latin', 'latin-ext'] },
  { family: 'instrument-sans', weight: 600, scripts: ['latin', 'latin-ext'] },
];

const isHalf = (code: number) => code >= 0xd800 && code <= 0xdfff;
const everyCharacter = Array.from({ length: lastCharacter - 0x1f }, (_, at) => at + 0x20)
  .filter((code) => !isHalf(code))
  .map((code) => String.fromCharCode(code))
  .join('');

await mkdir(folder, { recursive: true });
for (const { family, weight, scripts } of faces)
  for (const script of scripts) {
    const source = `${root}node_modules/@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`;
    const font = await subsetFont(await readFile(source), everyCharacter, {
      targetFormat: 'sfnt',
      variationAxes: { wght: weight },
      noHinting: true,
    });
    await writeFile(`${folder}/${family}-${weight}-${script}.ttf`, font);
    console.log(`${family} ${weight} ${script}: ${(font.length / 1024).toFixed(1)} KB`);
  }
