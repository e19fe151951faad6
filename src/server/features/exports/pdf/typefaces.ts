import { fileURLToPath } from 'node:url';

const fileOf = (name: string) => fileURLToPath(new URL(`fonts/${name}.ttf`, import.meta.url));

/** Tried in turn per letter, because no single file has them all. Made by script/release/pdf-fonts.ts. */
const serif: readonly string[] = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'].map(
  (script) => `literata-400-${script}`,
);
const sans = (weight: number): readonly string[] =>
  ['latin', 'latin-ext'].map((script) => `instrument-sans-${weight}-${script}`);

export const faces = {
  text: { files: serif, size: 10.5 },
  title: { files: [...sans(600), ...serif], size: 20 },
  strong: { files: [...sans(600), ...serif], size: 9.5 },
  small: { files: [...sans(400), ...serif], size: 8.5 },
} as const;
export type Face = keyof typeof faces;

const firstFont = 'literata-400-latin';
export const firstFontFile = fileOf(firstFont);

/** The font members of a PDFKit document. Its types lack `_font`. */
export type FontPlace = {
  font: (source: string) => unknown;
  fontSize: (size: number) => unknown;
  widthOfString: (text: string) => number;
  _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } };
};

export type Run = Readonly<{ font: string; text: string }>;
export type SetWord = Readonly<{ runs: readonly Run[]; width: number }>;

/** Replaces letters that no typeface has. It is visible and no letter of any text. */
const missingGlyphMark = '[?]';
const spelledOut: Readonly<Record<string, string>> = {
  '\u2011': '-',
  '\u2010': '-',
  '→': '->',
  '№': 'nº',
  '\u2015': '—',
};
const letters = new Intl.Segmenter('pt', { granularity: 'grapheme' });
/** Joiners, directions and variation selectors: they draw nothing where the picture is missing. */
const unseen = /\p{Cf}|\p{Variation_Selector}/gu;

/** Measures words, each in the fonts that have its letters. Opens and embeds a font only when it is used. */
export function createTypesetter(doc: FontPlace) {
  const paths = new Map<string, string>();
  const words = new Map<string, SetWord>();
  const homes = new Map<string, string | undefined>();

  const pathOf = (font: string) => {
    const path = paths.get(font) ?? fileOf(font);
    paths.set(font, path);
    return path;
  };

  function use(font: string, size: number) {
    // PDFKit caches fonts by path. Under a name it would open the same file again.
    doc.font(pathOf(font));
    doc.fontSize(size);
  }

  function homeOf(letter: string, face: Face): string | undefined {
    const key = `${face}${letter}`;
    if (homes.has(key)) return homes.get(key);
    const { files, size } = faces[face];
    const home = files.find((file) => {
      use(file, size);
      return [...letter].every((character) =>
        doc._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
      );
    });
    homes.set(key, home);
    return home;
  }

  function runsOf(word: string, face: Face): Run[] {
    const runs: { font: string; text: string }[] = [];
    const plain = word.normalize('NFC').replace(unseen, '');
    for (const { segment } of letters.segment(plain)) {
      const known = homeOf(segment, face) === undefined ? (spelledOut[segment] ?? missingGlyphMark) : segment;
      const font = homeOf(known, face) ?? firstFont;
      const last = runs.at(-1);
      if (known === missingGlyphMark && last?.text.endsWith(missingGlyphMark)) continue;
      if (last !== undefined && last.font === font) last.text += known;
      else runs.push({ font, text: known });
    }
    return runs;
  }

  function setWord(word: string, face: Face): SetWord {
    const key = `${face}${word}`;
    const known = words.get(key);
    if (known !== undefined) return known;
    const runs = runsOf(word, face);
    let width = 0;
    for (const { font, text } of runs) {
      use(font, faces[face].size);
      width += doc.widthOfString(text);
    }
    const set = { runs, width };
    words.set(key, set);
    return set;
  }

  function widthOfSpace(face: Face): number {
    return setWord('\u00a0', face).width;
  }

  return { use, setWord, widthOfSpace };
}
export type Typesetter = ReturnType<typeof createTypesetter>;
