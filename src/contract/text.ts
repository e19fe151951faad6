import { z } from 'zod';

/**
 * A text that people type. NUL and halves of surrogate pairs come only from broken programs and from attackers, and
 * PostgreSQL refuses them: they are dropped here, so that they cannot pass for a fault of ours.
 */
export function typedText(error?: string) {
  return z
    .string(error === undefined ? undefined : { error })
    .overwrite((text) => text.replaceAll('\0', '').toWellFormed())
    .trim();
}

const lineBreaks = /[\t\n\v\f\r\u2028\u2029]+/g;
/** A zero-width joiner stays between two pictures, where it makes one of them: a family, a profession. */
const joinsPictures =
  /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/u;
const unseen = new RegExp(`(?!${joinsPictures.source})[\\p{Cc}\\p{Cf}]`, 'gu');

/** Without marks of direction, control characters and zero-width ones: they let a name read as another ("fdp.exe"). */
export const withoutUnseen = (name: string) => name.replace(lineBreaks, ' ').replace(unseen, '');

/** A name or title that people type: one line, in which every character shows. */
export const typedName = (error?: string) => typedText(error).overwrite(withoutUnseen).trim();
