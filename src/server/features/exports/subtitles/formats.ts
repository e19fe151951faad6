import { plainText } from '../plain-text.ts';
import type { Cue } from './rules.ts';

const padded = (value: number, width: number) => String(value).padStart(width, '0');

/** "01:02:03,045". SRT and WebVTT differ only in the mark before the thousandths. */
function cueTimestamp(ms: number, mark: ',' | '.'): string {
  const seconds = Math.floor(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${padded(hours, 2)}:${padded(minutes, 2)}:${padded(seconds % 60, 2)}${mark}${padded(ms % 1_000, 3)}`;
}

/** Players of 25 years ago need Windows line ends; later ones read both. */
const lineEnd = '\r\n';

/**
 * SRT has no escapes. Players drop `<b>` and `{\an8}` as markup, and take a time line in the text for the next
 * cue. Replace each with a similar character.
 */
function harmless(line: string): string {
  if (!/[<>{]/.test(line)) return line;
  return line
    .replaceAll('-->', '→')
    .replace(/<(?=[/!a-z])/gi, '‹')
    .replaceAll('{\\', '{/');
}

/** UTF-8 without a byte order mark: some programs take it for a part of the first number. */
export function toSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ startMs, endMs, lines }, at) =>
      [
        at + 1,
        `${cueTimestamp(startMs, ',')} --> ${cueTimestamp(endMs, ',')}`,
        ...lines.map(harmless),
        '',
        '',
      ].join(lineEnd),
    )
    .join('');
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** An unescaped `-->` inside a text would begin a cue. */
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);

type Naming = {
  nameOf: (speaker: string) => string;
  /** Written once at the top, where players do not show them. */
  notes: readonly (string | null)[];
};

export function toVtt(cues: readonly Cue[], { nameOf, notes }: Naming): string {
  const blocks = [
    'WEBVTT',
    ...notes.flatMap((note) => (note === null ? [] : [`NOTE ${escaped(plainText(note))}`])),
  ];
  for (const { startMs, endMs, lines, speaker } of cues) {
    const voice = speaker === undefined ? '' : `<v ${escaped(plainText(nameOf(speaker)))}>`;
    blocks.push(
      `${cueTimestamp(startMs, '.')} --> ${cueTimestamp(endMs, '.')}\n${voice}${lines.map(escaped).join('\n')}`,
    );
  }
  return `${blocks.join('\n\n')}\n`;
}
