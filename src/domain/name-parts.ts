/** Normalizes first, because "É" may be typed as a letter and a combining mark. */
export const lettersOf = (name: string) =>
  Array.from(name.normalize('NFC').matchAll(/\p{L}/gu), ([letter]) => letter);

/** The first word with a letter, because names may begin with an emoji or a number. Empty if no word has one. */
export const firstNameOf = (name: string) => name.split(/\s+/).find((word) => /\p{L}/u.test(word)) ?? '';
