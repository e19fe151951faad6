import type { Installation } from '#contract/installation.ts';

const isTextOrMissing = (value: unknown) => value === undefined || typeof value === 'string';
const isTextList = (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const fits: { readonly [name in keyof Installation]-?: (value: unknown) => boolean } = {
  sandboxParts: isTextList,
  sandboxUrl: isTextOrMissing,
  googleOffered: (value) => typeof value === 'boolean',
  phoneOffered: (value) => typeof value === 'boolean',
  paymentsOffered: (value) => typeof value === 'boolean',
  uploadMaxBytes: (value) => typeof value === 'number',
  speechLanguages: isTextList,
};

/** By hand: a schema would put the whole validation library on pages that only have text to show. */
export function parseInstallation(answer: unknown): Installation {
  if (typeof answer !== 'object' || answer === null) throw new TypeError('the setting is no object');
  for (const [name, isFit] of Object.entries(fits)) {
    if (!isFit(Reflect.get(answer, name))) throw new TypeError(`the setting has another ${name}`);
  }
  return answer as Installation;
}
