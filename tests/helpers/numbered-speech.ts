import { spokenSegments } from './stored-transcriptions.ts';

const wordsPerSegment = 20;
const turnSegments = 6;

/** The number of words after which the speaker changes. */
export const numberedTurnWords = wordsPerSegment * turnSegments;

/** Numbers each word of two speakers, so that a test notices lost, doubled and misplaced words. */
export function numberedSpeech(words: number) {
  const texts = Array.from({ length: words / wordsPerSegment }, (_, segment) => {
    const said = Array.from({ length: wordsPerSegment }, (_, at) => `fala${segment * wordsPerSegment + at}`);
    return `${said.join(' ')}.`;
  });
  return spokenSegments(texts).map((segment, at) => ({
    ...segment,
    speaker: `speaker_${Math.floor(at / turnSegments) % 2}`,
  }));
}
