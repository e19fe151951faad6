import { parentPort } from 'node:worker_threads';
import dictionary from 'dictionary-pt';
import { createHunspellFromStrings } from 'hunspell-wasm';
import { usualWords } from './usual-words.ts';

const decode = (file: Uint8Array) => new TextDecoder().decode(file);
const hunspell = await createHunspellFromStrings(decode(dictionary.aff), decode(dictionary.dic));

const isKnown = (word: string) =>
  usualWords.has(word.toLocaleLowerCase('pt-BR')) || hunspell.testSpelling(word);

/** The dictionary lists few compound words. Hyphens, apostrophes and other signs separate their parts. */
function isFamiliar(written: string): boolean {
  const word = written.normalize('NFC').replaceAll('’', "'");
  return (
    isKnown(word) ||
    word
      .split(/[^\p{L}\p{M}]+/u)
      .filter((part) => part !== '')
      .every(isKnown)
  );
}

parentPort?.on('message', (words: string[]) => {
  parentPort?.postMessage(words.filter((word) => !isFamiliar(word)));
});
