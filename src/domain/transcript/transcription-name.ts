import { formatOnce } from '../format/dates.ts';

type Named = { title: string | null; file_name: string };

/** Spec section 2: shown without title and file name, as with microphone recordings. */
export const untitled = 'Sem título';
/** Spec section 2: the same on the home screen. */
export const untitledAtHome = 'Transcrição Sem Título';

/** The name on screens (decision 025). */
export const displayName = ({ title, file_name }: Named, fallback = untitled) =>
  title?.trim() || file_name.trim() || fallback;

/** Shorter than the longest title, so that the count still fits. */
const maxStemLength = 150;

/** "PTT-20260103-WA0007 e mais 9": the title of joined files, until their owner gives one. */
export function joinedTitle(firstFileName: string, fileCount: number): string {
  const stem = [...firstFileName.replace(/\.[^.]{1,5}$/, '').trim()].slice(0, maxStemLength).join('');
  return stem === '' ? `${fileCount} gravações` : `${stem} e mais ${fileCount - 1}`;
}

const day = formatOnce({ dateStyle: 'long' });
const clock = formatOnce({ timeStyle: 'short' });

/**
 * The name outside the screens: downloads, documents, mails and print. It has a date, because ten files would
 * otherwise share the name "Sem título". It has no colon, because Windows forbids colons in file names.
 */
export function documentName({ created_at, ...named }: Named & { created_at: string | Date }): string {
  const name = displayName(named, '');
  return name === '' ? `Gravação de ${day(created_at)}, ${clock(created_at).replace(':', 'h')}` : name;
}
