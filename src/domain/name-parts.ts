/** Composed first: "É" may be typed as a letter and a mark. */
export const lettersOf = (name: string) =>
  Array.from(name.normalize('NFC').matchAll(/\p{L}/gu), ([letter]) => letter);

/** The word to greet with: names may begin with an emoji or a number. Empty where no word has a letter. */
export const firstNameOf = (name: string) => name.split(/\s+/).find((word) => /\p{L}/u.test(word)) ?? '';
