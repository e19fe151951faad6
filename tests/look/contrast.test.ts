import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { paperColors } from '#web/shell/theme/theme.ts';
import { contrast, isInGamut, type Oklch, toHex } from './oklch.ts';

const css = await readFile('src/web/styles/tokens.css', 'utf8');

const color = String.raw`oklch\(([\d.]+)% ([\d.]+) ([\d.]+)(?: \/ [\d.]+%)?\)`;
const token = new RegExp(String.raw`--color-([a-z-]+): light-dark\(${color}, ${color}\);`, 'g');

function parse([lightness, chroma, hue]: (string | undefined)[]): Oklch {
  return { lightness: Number(lightness) / 100, chroma: Number(chroma), hue: Number(hue) };
}

const themes = { light: new Map<string, Oklch>(), dark: new Map<string, Oklch>() };
for (const match of css.matchAll(token)) {
  const [, name = '', ...parts] = match;
  themes.light.set(name, parse(parts.slice(0, 3)));
  themes.dark.set(name, parse(parts.slice(3, 6)));
}

const texts: Record<string, string[]> = {
  ink: ['paper', 'raised', 'sunken', 'thread-soft', 'notice-soft', 'loss-soft'],
  'ink-soft': ['paper', 'raised', 'sunken'],
  'ink-faint': ['paper', 'raised', 'sunken'],
  thread: ['paper', 'raised', 'sunken', 'thread-soft'],
  'on-thread': ['thread', 'thread-deep'],
  notice: ['paper', 'raised', 'notice-soft'],
  loss: ['paper', 'raised', 'sunken', 'loss-soft'],
  'on-loss': ['loss', 'loss-deep'],
  paper: ['ink'],
};

const shapes: Record<string, string[]> = {
  'thread-bright': ['paper', 'raised', 'sunken'],
  'line-strong': ['paper', 'raised', 'sunken'],
  thread: ['paper', 'raised', 'sunken'],
};

function pairs(table: Record<string, string[]>) {
  return Object.entries(table).flatMap(([name, grounds]) => grounds.map((ground) => [name, ground] as const));
}

function contrastIn(theme: keyof typeof themes, name: string, ground: string) {
  const one = themes[theme].get(name);
  const other = themes[theme].get(ground);
  if (one === undefined || other === undefined) throw new Error(`tokens.css has no ${name} or no ${ground}`);
  return contrast(one, other);
}

for (const theme of ['light', 'dark'] as const) {
  test.each(pairs(texts))(`the ${theme} theme has enough contrast for text in %s on %s`, (name, ground) => {
    expect(contrastIn(theme, name, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(shapes))(
    `the ${theme} theme has enough contrast for shapes in %s on %s`,
    (name, ground) => {
      expect(contrastIn(theme, name, ground)).toBeGreaterThanOrEqual(3);
    },
  );

  test(`the browser's own bars have the paper colour of the ${theme} theme`, () => {
    const paper = themes[theme].get('paper');
    expect(paper && toHex(paper)).toBe(paperColors[theme]);
  });

  test(`sRGB can show every colour of the ${theme} theme as written`, () => {
    const outside = [...themes[theme]].filter(([, value]) => !isInGamut(value)).map(([name]) => name);
    expect(outside).toEqual([]);
  });
}
