/**
 * Counts tokens without the tokenizer of the model, which no vendor delivers for all models. The rates are the smallest
 * that never fell below the real count of Portuguese text (decision 036).
 */

/** Tokens of a Latin word: one, and a share of one for each byte beyond the first ones. */
type Rates = Readonly<{ freeBytes: number; perByte: number }>;

const rates = {
  /** Vocabularies of 200,000 and more: o200k, Gemma. */
  large: { freeBytes: 5, perByte: 0.26 },
  /** Vocabularies of 100,000 to 150,000: cl100k, Llama 3, Qwen. */
  medium: { freeBytes: 2, perByte: 0.22 },
  /** Vocabularies of 32,000, such as Llama 2 and the first Mistral, and all unknown ones. */
  small: { freeBytes: 2, perByte: 0.33 },
} as const satisfies Record<string, Rates>;
export type Vocabulary = keyof typeof rates;

const families: readonly [RegExp, Vocabulary][] = [
  [/gpt-(?:4o|4\.1|[5-9]|oss)|(?:^|\/)o[1-9](?:-|$)|gemini|gemma/, 'large'],
  [/llama-?[34]|qwen[23]|gpt-(?:4|3\.5)/, 'medium'],
];

export const vocabularyOf = (model: string): Vocabulary =>
  families.find(([family]) => family.test(model.toLowerCase()))?.[1] ?? 'small';

const pieces =
  /(?<upper>\p{Lu}{2,})|(?<word>\p{Script=Latin}+)|(?<letters>[\p{L}\p{M}]+)|(?<digits>\d+)|(?<symbol>\n|[^\s\p{L}\d])/gu;

const perUpperByte = 0.6;
/** Names are rarer than other words, so tokenizers split them more. */
const perCapital = 0.35;
/** Scripts other than Latin have fewer bytes in a token than this. */
const perForeignByte = 0.56;
/** A space before a number is a token of its own in some vocabularies. */
const perNumber = 0.5;
const perSymbolByte = 0.9;

/** Additive and without rounding: the count of two texts is the sum of their counts. */
export function tokenCounter(vocabulary: Vocabulary): (text: string) => number {
  const { freeBytes, perByte } = rates[vocabulary];
  const ofWord = (word: string) => {
    const bytes = Buffer.byteLength(word);
    const capital = /^\p{Lu}/u.test(word) ? perCapital : 0;
    return 1 + capital + Math.max(0, bytes - freeBytes) * perByte;
  };
  return (text) => {
    let tokens = 0;
    for (const { groups = {} } of text.matchAll(pieces)) {
      const { upper, word, letters, digits, symbol } = groups;
      if (word !== undefined) tokens += ofWord(word);
      else if (digits !== undefined) tokens += digits.length + perNumber;
      else if (symbol !== undefined) tokens += Math.max(1, Buffer.byteLength(symbol) * perSymbolByte);
      else if (letters !== undefined) tokens += Buffer.byteLength(letters) * perForeignByte;
      else if (upper !== undefined) tokens += Math.max(1, Buffer.byteLength(upper) * perUpperByte);
    }
    return tokens;
  };
}
