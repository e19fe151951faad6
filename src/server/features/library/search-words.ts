import { type SQL, sql } from 'drizzle-orm';
import { foldText, wordPattern } from './fold-text.ts';

/** No real search has more words. Each word costs an index scan. */
const maxWords = 20;
/** Shorter prefixes occur in nearly every text. */
const minPrefixLength = 3;

export type SearchWord = Readonly<{
  text: string;
  /** Singular and plural, including the word itself. */
  forms: readonly string[];
  /** The last word may still be incomplete. */
  isBeginning: boolean;
}>;

/** Endings of one word that the stemmer treats as different words, because it sees no accents. */
const endingGroups = [
  ['ao', 'oes', 'aes', 'aos'],
  ['al', 'ais'],
  ['el', 'eis'],
  ['ol', 'ois'],
  ['ul', 'uis'],
  ['il', 'is', 'eis'],
] as const;

function formsOf(word: string): string[] {
  const forms = endingGroups.flatMap((endings) => {
    const own = endings.find((ending) => word.endsWith(ending) && word.length > ending.length + 1);
    return own === undefined ? [] : endings.map((ending) => word.slice(0, -own.length) + ending);
  });
  return [...new Set([word, ...forms])];
}

export function parseSearchWords(q: string): SearchWord[] {
  const words = [...new Set(foldText(q).match(wordPattern) ?? [])].slice(0, maxWords);
  return words.map((text, index) => ({
    text,
    forms: formsOf(text),
    isBeginning: index === words.length - 1 && text.length >= minPrefixLength,
  }));
}

const stemmed = (word: string) => sql`plainto_tsquery('portuguese', public.search_words(${word}))`;

/**
 * Requires every word, in any of its forms. Each word is a separate parameter of letters and digits, so it cannot
 * inject query syntax. A stop word ("de", "para") requires nothing.
 */
export function textQuery(words: readonly SearchWord[]): SQL {
  const each = words.map(({ text, forms, isBeginning }) => {
    const exact = sql.join(forms.map(stemmed), sql` || `);
    if (!isBeginning) return sql`(${exact})`;
    return sql`(case when numnode(${stemmed(text)}) = 0 then ''::tsquery
      else ${exact} || to_tsquery('simple', ${`${text}:*`}) end)`;
  });
  return each.length === 0 ? sql`''::tsquery` : sql.join(each, sql` && `);
}
