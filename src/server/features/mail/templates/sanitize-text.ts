import { firstNameOf } from '#domain/name-parts.ts';

/** Removes invisible and direction-changing characters, but keeps line breaks and tabs. */
function withoutHiddenSigns(value: string): string {
  return value
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** For multi-line text that people typed. */
export function sanitizeText(value: string): string {
  return withoutHiddenSigns(value).trim();
}

/** For a name within a sentence: a line break could imitate a paragraph of ours, and a long name would bury it. */
export function sanitizeName(value: string): string {
  const signs = [...withoutHiddenSigns(value).replace(/\s+/g, ' ').trim()];
  return signs.length <= 80 ? signs.join('') : `${signs.slice(0, 79).join('')}…`;
}

export const firstName = (value: string) => firstNameOf(sanitizeName(value));
