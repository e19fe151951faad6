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
