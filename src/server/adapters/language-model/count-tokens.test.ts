import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tokenCounter, vocabularyOf } from './count-tokens.ts';

const conversation = await readFile(
  new URL('../../../../script/example/conversation.txt', import.meta.url),
  'utf8',
);
const numbers = 'R$ 1.234.567,89 em 12/03/2026 às 19h30, CPF 123.456.789-09, telefone (11) 98765-4321; ';

/** Counted by the real tokenizers: o200k, Gemma 3; cl100k, Llama 3, Qwen 3; Llama 2, Mistral 7B, Claude 2. */
const real = {
  large: { conversation: [383, 399], upper: [614, 630], numbers: [46, 71] },
  medium: { conversation: [472, 474, 468], upper: [671, 670, 668], numbers: [46, 48, 70] },
  small: { conversation: [554, 568, 518], upper: [862, 840, 753], numbers: [75, 75, 45] },
} as const;

test.each(['large', 'medium', 'small'] as const)(
  'the count for a %s vocabulary is never below the real one, and close to it for Portuguese',
  (vocabulary) => {
    const count = tokenCounter(vocabulary);
    const { conversation: spoken, upper, numbers: numeric } = real[vocabulary];
    expect(count(conversation)).toBeGreaterThanOrEqual(Math.max(...spoken));
    expect(count(conversation) / Math.max(...spoken)).toBeLessThan(1.16);
    expect(count(conversation.toUpperCase())).toBeGreaterThanOrEqual(Math.max(...upper));
    expect(count(numbers)).toBeGreaterThanOrEqual(Math.max(...numeric));
  },
);

test('the count of two texts is the sum of their counts', () => {
  const count = tokenCounter('small');
  expect(count(`${conversation}\n${numbers}`)).toBeCloseTo(
    count(conversation) + count('\n') + count(numbers),
  );
});

test.each([
  ['gpt-4.1-mini', 'large'],
  ['google/gemini-2.5-flash', 'large'],
  ['gemma3:4b', 'large'],
  ['gpt-oss:20b', 'large'],
  ['llama3.2:3b', 'medium'],
  ['meta-llama/Llama-3.3-70B-Instruct', 'medium'],
  ['qwen3:4b', 'medium'],
  ['mistral', 'small'],
  ['modelo-da-casa', 'small'],
])('%s has a %s vocabulary', (model, vocabulary) => {
  expect(vocabularyOf(model)).toBe(vocabulary);
});
