import type { CitedPart, Source } from './quoted-turn.ts';
import { nothing, write } from './write.ts';

const notice = 'texto de teste, não é o que foi dito';

/** A court or a reader could take a test text for the spoken words. */
export const testNotice = ({ isTestText }: Source, before = ''): CitedPart =>
  isTestText ? write`${before}${notice}` : nothing;

/** The same as a sentence of its own. */
export const testSentence = write`(Texto de teste, não é o que foi dito.)`;
