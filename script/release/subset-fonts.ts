import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

export type FontMetrics = {
  unitsPerEm: number;
  ascent: number;
  descent: number;
  lineGap: number;
  /** The mean advance of the letters in Portuguese text, in units of the font. */
  meanWidth: number;
};

/** The frequency of each letter and the space in Portuguese text, per thousand. */
const letterWeights: Record<string, number> = {
  ' ': 168, a: 122, b: 9, c: 32, d: 41, e: 105, f: 9, g: 11, h: 11, i: 51, j: 3, k: 1, l: 23, m: 39, n: 42,
  o: 90, p: 21, q: 10, r: 54, s: 65, t: 36, u: 39, v: 14, w: 1, x: 2, y: 1, z: 4,
}; // biome-ignore format: a table reads better in few lines

type Tables = Map<string, number>;

function readTables(font: Buffer): Tables {
  const tables: Tables = new Map();
  const count = font.readUInt16BE(4);
  for (let index = 0; index < count; index += 1) {
    const entry = 12 + 16 * index;
    tables.set(font.toString('latin1', entry, entry + 4), font.readUInt32BE(entry + 8));
  }
  return tables;
}

function offsetOf(tables: Tables, name: string) {
  const offset = tables.get(name);
  if (offset === undefined) throw new Error(`the font has no ${name} table`);
  return offset;
}

/** Reads only format 4 (the basic multilingual plane), which every web font contains. */
function glyphReader(font: Buffer, cmap: number) {
  const count = font.readUInt16BE(cmap + 2);
  let map: number | undefined;
  for (let index = 0; index < count; index += 1) {
    const offset = cmap + font.readUInt32BE(cmap + 4 + 8 * index + 4);
    if (font.readUInt16BE(offset) === 4) map = offset;
  }
  if (map === undefined) throw new Error('the font has no character map of format 4');
  const start = map;
  const segments = font.readUInt16BE(start + 6) / 2;

  return (character: string) => {
    const code = character.charCodeAt(0);
    for (let index = 0; index < segments; index += 1) {
      if (code > font.readUInt16BE(start + 14 + 2 * index)) continue;
      const first = font.readUInt16BE(start + 16 + 2 * segments + 2 * index);
      if (code < first) return 0;
      const delta = font.readInt16BE(start + 16 + 4 * segments + 2 * index);
      const rangeAt = start + 16 + 6 * segments + 2 * index;
      const range = font.readUInt16BE(rangeAt);
      const glyph = range === 0 ? code : font.readUInt16BE(rangeAt + range + 2 * (code - first));
      return (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

export function meanWidth(advanceOf: (character: string) => number) {
  let width = 0;
  let weight = 0;
  for (const [character, share] of Object.entries(letterWeights)) {
    width += advanceOf(character) * share;
    weight += share;
  }
  return width / weight;
}

export function readFontMetrics(font: Buffer): FontMetrics {
  const tables = readTables(font);
  const header = offsetOf(tables, 'hhea');
  const advances = offsetOf(tables, 'hmtx');
  const lastAdvance = font.readUInt16BE(header + 34) - 1;
  const glyphOf = glyphReader(font, offsetOf(tables, 'cmap'));
  return {
    unitsPerEm: font.readUInt16BE(offsetOf(tables, 'head') + 18),
    ascent: font.readInt16BE(header + 4),
    descent: Math.abs(font.readInt16BE(header + 6)),
    lineGap: font.readInt16BE(header + 8),
    meanWidth: meanWidth((character) =>
      font.readUInt16BE(advances + 4 * Math.min(glyphOf(character), lastAdvance)),
    ),
  };
}

/**
 * Subsets the two fonts to the characters of Portuguese and writes src/web/styles/fonts.css. Fallback fonts get
 * the same metrics, which avoids layout shift when the web font loads. Run this script by hand after a font update:
 *   node script/release/subset-fonts.ts
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const fontsDir = `${root}src/web/styles/fonts`;

function characterRange(first: number, last: number) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

const characters = [
  characterRange(0x20, 0x7e),
  characterRange(0xa0, 0xff),
  '\u0131\u0152\u0153\u2009\u200b\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026\u2032\u2033',
  '\u2039\u203a\u20ac\u2122\u2190\u2191\u2192\u2193\u2212\u2264\u2265',
].join('');

type Fallback = {
  family: string;
  /** The system fonts with compatible metrics. */
  localNames: readonly string[];
  unitsPerEm: number;
  advances: Record<string, number>;
};

function advancesFrom(spaced: string): Record<string, number> {
  const widths = spaced.split(' ').map(Number);
  return Object.fromEntries(
    [...'abcdefghijklmnopqrstuvwxyz '].map((letter, index) => [letter, widths[index] ?? 0]),
  );
}

const arial: Fallback = {
  family: 'Instrument Sans Fallback',
  localNames: ['Arial', 'Liberation Sans', 'Arimo'],
  unitsPerEm: 2048,
  advances: advancesFrom(
    '1139 1139 1024 1139 1139 569 1139 1139 455 455 1024 455 1706 1139 1139 1139 1139 682 1024 569 1139 1024 1479 1024 1024 1024 569',
  ),
};

const times: Fallback = {
  family: 'Literata Fallback',
  localNames: ['Times New Roman', 'Liberation Serif', 'Tinos'],
  unitsPerEm: 2048,
  advances: advancesFrom(
    '909 1024 909 1024 909 682 1024 1024 569 569 1024 569 1593 1024 1024 1024 1024 682 797 569 1024 1024 1479 1024 1024 909 512',
  ),
};

type Face = {
  family: string;
  source: string;
  file: string;
  style: 'normal' | 'italic';
  weights: { min: number; max: number };
  fallback?: Fallback;
};

const faces: readonly Face[] = [
  {
    family: 'Instrument Sans',
    source: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    file: 'instrument-sans.woff2',
    style: 'normal',
    weights: { min: 400, max: 700 },
    fallback: arial,
  },
  {
    family: 'Literata',
    source: '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2',
    file: 'literata.woff2',
    style: 'normal',
    weights: { min: 400, max: 700 },
    fallback: times,
  },
  {
    family: 'Literata',
    source: '@fontsource-variable/literata/files/literata-latin-wght-italic.woff2',
    file: 'literata-italic.woff2',
    style: 'italic',
    weights: { min: 400, max: 700 },
  },
];

function percent(share: number) {
  return `${(share * 100).toFixed(2)}%`;
}

function fallbackRule(fallback: Fallback, sfnt: Buffer) {
  const metrics = readFontMetrics(sfnt);
  const ours = metrics.meanWidth / metrics.unitsPerEm;
  const fallbackWidth = meanWidth((letter) => fallback.advances[letter] ?? 0) / fallback.unitsPerEm;
  const sizeAdjust = ours / fallbackWidth;
  const heightOf = (units: number) => percent(units / metrics.unitsPerEm / sizeAdjust);
  const locals = fallback.localNames.map((name) => `local("${name}")`).join(', ');
  return `@font-face {
  font-family: "${fallback.family}";
  src: ${locals};
  size-adjust: ${percent(sizeAdjust)};
  ascent-override: ${heightOf(metrics.ascent)};
  descent-override: ${heightOf(metrics.descent)};
  line-gap-override: ${heightOf(metrics.lineGap)};
}
`;
}

const rules = ['/* Written by script/release/subset-fonts.ts; change it there. */\n'];
await mkdir(fontsDir, { recursive: true });
for (const face of faces) {
  const original = await readFile(`${root}node_modules/${face.source}`);
  const cut = { variationAxes: { wght: face.weights }, noHinting: true };
  const woff2 = await subsetFont(original, characters, { ...cut, targetFormat: 'woff2' });
  await writeFile(`${fontsDir}/${face.file}`, woff2);
  console.log(
    `${face.file}: ${(original.length / 1024).toFixed(1)} KB cut to ${(woff2.length / 1024).toFixed(1)} KB`,
  );
  rules.push(`@font-face {
  font-family: "${face.family}";
  src: url("./fonts/${face.file}") format("woff2");
  font-weight: ${face.weights.min} ${face.weights.max};
  font-style: ${face.style};
  font-display: swap;
}
`);
  if (face.fallback !== undefined) {
    rules.push(
      fallbackRule(face.fallback, await subsetFont(original, characters, { ...cut, targetFormat: 'sfnt' })),
    );
  }
}
await writeFile(`${root}src/web/styles/fonts.css`, rules.join('\n'));
