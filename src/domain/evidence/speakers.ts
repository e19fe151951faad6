import { speakingVerbs } from './common-words.ts';
import { type KnownNames, type Name, voiceName, voiceTitles } from './names.ts';
import type { Token } from './words.ts';

/** One voice as the recording and its listeners call it. */
export type Voice = Readonly<{ label: string; name: Name; titles: Name }>;

export const voiceOf = (label: string): Voice => ({
  label,
  name: voiceName(label),
  titles: voiceTitles(label),
});

const articles = /^(?:o|a|dr|dra|doutora?|dona|seu|senhora?)$/;
const attributes = /^(?:segundo|conforme|para)$/;

/** The voice that a word calls: a part of its name or full name, or a title that only one voice has. */
function calledVoice(word: string, voices: readonly Voice[], known: KnownNames): Voice | undefined {
  // Two voices may share a first name.
  const named = voices.filter(({ name }) => name.includes(word));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const full = known.find((each) => each.length > 1 && each.includes(word));
  const byFullName = full && voices.find(({ name }) => name[0] !== undefined && full[0] === name[0]);
  if (byFullName !== undefined) return byFullName;
  const titled = voices.filter(({ titles }) => titles.includes(word));
  return titled.length === 1 ? titled[0] : undefined;
}

type Speech = { tokens: readonly Token[]; voices: readonly Voice[]; known: KnownNames };

/** The voices that a sentence says are speaking: "Lúcia afirmou", "segundo Paulo", "”, disse Célia". */
export function attributedVoices({ tokens, voices, known }: Speech): Voice[] {
  const found: Voice[] = [];
  const callAt = (at: number) => {
    const start = articles.test(tokens[at]?.folded ?? '') ? at + 1 : at;
    for (let index = start; index < start + 2; index += 1) {
      const voice = calledVoice(tokens[index]?.folded ?? '', voices, known);
      if (voice !== undefined) found.push(voice);
      if (voice !== undefined) return;
    }
  };
  for (const [at, { folded, startsSentence, gap }] of tokens.entries()) {
    if (attributes.test(folded) && startsSentence) callAt(at + 1);
    if (!speakingVerbs.has(folded)) continue;
    // After quoted words the voice follows the verb.
    if (/[”"»,]/.test(gap)) callAt(at + 1);
    else if (at <= 4) {
      const subject = tokens.slice(0, at).findLast((token) => calledVoice(token.folded, voices, known));
      const voice = subject && calledVoice(subject.folded, voices, known);
      if (voice !== undefined) found.push(voice);
    }
  }
  return found;
}
