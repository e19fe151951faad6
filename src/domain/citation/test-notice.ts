import type { Citation, Source } from './quoted-turn.ts';
import { nothing } from './write.ts';

const notice = 'texto de teste, não é o que foi dito';

/** A court or a reader could take a test text for the spoken words. */
export const testNotice = ({ isTestText }: Source, before = ''): Citation =>
  isTestText ? { text: `${before}${notice}`, html: `${before}${notice}` } : nothing;
