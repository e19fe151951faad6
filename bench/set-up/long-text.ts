import { seededRandom } from '#tests/helpers/seeded-random.ts';
import { spokenSegments } from '#tests/helpers/stored-transcriptions.ts';

export const wordsASegment = 20;

const vocabulary =
  'a o que de energia turma porque então quando trabalho pergunta também exemplo reação'.split(' ');

/** The same text at each call: sentences of 20 words. */
export function longText(words: number) {
  const random = seededRandom(7);
  const sentences = Array.from({ length: words / wordsASegment }, () =>
    Array.from({ length: wordsASegment }, () => vocabulary[Math.floor(random() * vocabulary.length)]).join(
      ' ',
    ),
  );
  return spokenSegments(sentences);
}
