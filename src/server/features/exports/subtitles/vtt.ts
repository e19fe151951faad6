import { plainText } from '../plain-text.ts';
import { cueClock } from './clock.ts';
import type { Cue } from './rules.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** `-->` inside a text would begin a cue; escaped it is text like any other. */
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);

type Naming = {
  nameOf: (speaker: string) => string;
  /** Said once at the top, where players do not show it. */
  note: string | null;
};

export function vttOf(cues: readonly Cue[], { nameOf, note }: Naming): string {
  const blocks = ['WEBVTT', ...(note === null ? [] : [`NOTE ${escaped(plainText(note))}`])];
  for (const { startMs, endMs, lines, speaker } of cues) {
    const voice = speaker === undefined ? '' : `<v ${escaped(plainText(nameOf(speaker)))}>`;
    blocks.push(
      `${cueClock(startMs, '.')} --> ${cueClock(endMs, '.')}\n${voice}${lines.map(escaped).join('\n')}`,
    );
  }
  return `${blocks.join('\n\n')}\n`;
}
