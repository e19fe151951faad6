/** Reads from a font file just what a fallback needs to take the same room. */

export type FontMetrics = {
  unitsPerEm: number;
  ascent: number;
  descent: number;
  lineGap: number;
  /** Mean advance of the letters of ordinary Portuguese text, in units of the font. */
  meanWidth: number;
};

/** Letters of Portuguese per thousand characters of running text, the space included. */
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

/** Only the basic plane's format 4, which every font of the web carries. */
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
