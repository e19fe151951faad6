import { namingIn } from '#domain/transcript/transcript-text.ts';
import type { TextStore } from './text-store.ts';

/** The names of the speakers in the text of now. */
export const namingOf = (store: Pick<TextStore, 'names' | 'segments'>) =>
  namingIn(store.segments(), store.names());
