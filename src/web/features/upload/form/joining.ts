import { maxJoinedFiles } from '#contract/transcription.ts';
import type { ChosenFile } from '../files/chosen-file.ts';
import { fileKind } from '../files/file-kinds.ts';
import { exceedsMaxMinutes, type PlanLimits } from '../files/file-limits.ts';
import { inOrderOfDate } from '../queue/join-files.ts';

type Joining = Readonly<{ isOffered: boolean; text: string }>;

const isFilm = ({ file, found }: ChosenFile) => found?.hasPicture ?? fileKind(file) === 'video';

const offered: Joining = {
  isOffered: true,
  text: 'Separados, cada arquivo vira uma transcrição. Juntos, viram um texto só, na ordem das datas, com o nome de cada arquivo no começo da sua parte.',
};
const refused = (text: string): Joining => ({ isOffered: false, text });

/**
 * Whether several sound files may become one transcription, and the sentence that says so. Joining would lose the picture
 * of a film. A recording made here has no other copy, so it stays an upload of its own.
 */
export function joiningOf(
  sendable: readonly ChosenFile[],
  limits: PlanLimits | undefined,
): Joining | undefined {
  const { length } = sendable;
  if (length < 2) return undefined;
  if (sendable.some(isFilm)) {
    const soundCount = sendable.filter((each) => !isFilm(each)).length;
    const next = soundCount < 2 ? '' : ' Para juntar os áudios, tire os vídeos da lista.';
    return refused(`Vídeos não se juntam: cada arquivo vira uma transcrição.${next}`);
  }
  if (sendable.some(({ isRecording }) => isRecording === true))
    return refused('Uma gravação feita aqui não se junta: cada arquivo vira uma transcrição.');
  if (length > maxJoinedFiles)
    return refused(
      `Dá para juntar até ${maxJoinedFiles} arquivos, e você escolheu ${length}: cada um vira uma transcrição.`,
    );
  const seconds = sendable.reduce((sum, { found }) => sum + (found?.seconds ?? 0), 0);
  if (limits !== undefined && exceedsMaxMinutes(limits.maxFileMinutes, seconds))
    return refused(
      `Juntos, os arquivos passam de ${limits.maxFileMinutes} minutos, o limite de uma transcrição no seu plano: cada um vira uma transcrição.`,
    );
  return offered;
}

/** The order in which the files become one text. */
export function inOrderOfJoining(chosen: readonly ChosenFile[]): ChosenFile[] {
  const files = inOrderOfDate(chosen.map(({ file }) => file));
  return [...chosen].sort((one, other) => files.indexOf(one.file) - files.indexOf(other.file));
}
