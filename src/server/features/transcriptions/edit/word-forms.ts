import { splitWords } from '#domain/transcript/match-words.ts';
import { withoutSigns, wordKey } from '#domain/transcript/word-key.ts';

/** A dictionary has no figures, and none of their mixtures with letters, such as "3D" and "2ª". */
const isWord = (key: string) => /\p{L}/u.test(key) && !/\p{N}/u.test(key);

/** The words of a text by their keys, each with its spellings, because a dictionary needs the capitals. */
export function wordForms(text: string): Map<string, string[]> {
  const forms = new Map<string, string[]>();
  // Most words of a long text are repeated.
  for (const form of new Set(splitWords(text).map(withoutSigns))) {
    const key = wordKey(form);
    if (isWord(key)) forms.set(key, [...(forms.get(key) ?? []), form]);
  }
  return forms;
}
