import { firstNameOf } from '#domain/name-parts.ts';

/** Signs that cannot be seen, or that turn the reading direction; line breaks and tabs stay. */
function withoutHiddenSigns(value: string): string {
  return value
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** Several lines that people typed. */
export function sanitizeText(value: string): string {
  return withoutHiddenSigns(value).trim();
}

/** A name within a sentence: line breaks in it could pass for a paragraph of ours, a long one would bury it. */
export function sanitizeName(value: string): string {
  const signs = [...withoutHiddenSigns(value).replace(/\s+/g, ' ').trim()];
  return signs.length <= 80 ? signs.join('') : `${signs.slice(0, 79).join('')}…`;
}

export const firstName = (value: string) => firstNameOf(sanitizeName(value));
