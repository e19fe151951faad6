import { eld } from 'eld/small';

/**
 * Parakeet takes no language, and in spontaneous speech may fall into another one, mostly English. A language check of
 * the whole segment finds most of that. A list of Portuguese words clears sentences that only borrow terms, and finds
 * sentences that change the language on the way.
 */

/** Fewer words name no language. */
const minWords = 4;
const minScoreGap = 0.08;
/** Spanish shares more than half of its frequent words with Portuguese. */
const minUnknownRate = 0.35;
const minUnknownWords = 3;

/** They hold English sentences together, and hardly occur in borrowed terms. None of them is Portuguese. */
const englishGlue = new Set(
  'the and of you that this with they we was were be have has but not so just what when there then it he she my your our about because think know yeah'.split(
    ' ',
  ),
);

const wordPattern = /\p{L}[\p{L}\p{M}'’-]*/gu;
const sentenceStart = /((?:^|[.!?…]["'”’)]?)\s*["'“‘(]?)(\p{Lu})/gu;
/** Words with a capital letter, and the short words that join them: The Lord of the Rings. */
const name = /\p{Lu}[\p{L}'’-]*(?:(?: \p{Ll}{1,3}){0,2} \p{Lu}[\p{L}'’-]*)*/gu;

/** The words of a text without its names, which may be of any language. */
function plainWords(text: string): string[] {
  const small = text.replace(sentenceStart, (_, before: string, letter: string) =>
    (before + letter).toLocaleLowerCase('pt-BR'),
  );
  return small.replace(name, ' ').match(wordPattern) ?? [];
}

const knownLanguages: ReadonlySet<string> = new Set(Object.values(eld.info().Languages));

/** The language of the text if it is clearly not the chosen one. */
function clearlyOther(text: string, language: string): string | undefined {
  const { language: found, getScores } = eld.detect(text);
  const { [found]: score = 0, [language]: chosen = 0 } = getScores();
  return found !== '' && found !== language && score - chosen >= minScoreGap ? found : undefined;
}

let isPortuguese: Promise<(word: string) => boolean> | undefined;

/** Read at the first suspicion, because most recordings raise none. */
const portugueseWords = () => {
  isPortuguese ??= import('./portuguese-words.ts').then(({ readPortugueseWords }) => readPortugueseWords());
  return isPortuguese;
};

/** The language into which a segment fell, or undefined if it is in the chosen language. */
export async function findDrift(text: string, language: string): Promise<string | undefined> {
  // Every text would look like another language: the default model hears Maltese, which the check does not know.
  if (!knownLanguages.has(language)) return undefined;
  const words = plainWords(text);
  const other = words.length >= minWords ? clearlyOther(text, language) : undefined;
  if (language !== 'pt') return other;
  const glue = words.filter((word) => englishGlue.has(word)).length;
  if (other === undefined && glue === 0) return undefined;
  const isKnown = await portugueseWords();
  const unknown = words.filter((word) => !isKnown(word)).length;
  if (other !== undefined && unknown / words.length >= minUnknownRate) return other;
  const isShortEnglish = glue > 0 && unknown === words.length;
  const isMixed = glue > 0 && unknown >= minUnknownWords;
  return isShortEnglish || isMixed ? 'en' : undefined;
}
