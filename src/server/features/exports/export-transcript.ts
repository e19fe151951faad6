import type { ExportFormat } from '#contract/transcript-export.ts';
import type { Transcription } from '#contract/transcription.ts';
import { takenName } from '#domain/transcript/transcription-name.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import { readTranscription } from '../transcriptions/watch/read-transcription.ts';
import { entitlementsOf } from '../usage/entitlements.ts';
import { makeDocument } from './documents/make-document.ts';
import { exportFileName } from './file-name.ts';
import { jsonOf } from './json.ts';
import { cutSubtitles } from './subtitles/cut-subtitles.ts';
import { srtOf } from './subtitles/srt.ts';
import { vttOf } from './subtitles/vtt.ts';
import { hasText, nameGiver, transcriptOf } from './transcript.ts';
import { txtOf } from './txt.ts';

const notYet = 'A transcrição ainda não terminou. O arquivo pode ser baixado quando ela estiver concluída.';
const nothingSaid = 'A transcrição não tem texto, e por isso não há o que baixar.';

const isForAll = (format: ExportFormat) => format === 'srt' || format === 'vtt';

type Asked = { id: string; format: ExportFormat; withTimes?: boolean };
export type ExportedFile = { name: string; body: string | Uint8Array };

function bodyOf(
  { config }: Pick<Deps, 'config'>,
  transcription: Transcription,
  { format, withTimes = false }: Asked,
): string | Promise<Uint8Array> {
  const { segments, watermark: note } = transcription;
  const recordingMs = Math.round(transcription.audio_duration * 1_000);
  const transcript = () => transcriptOf(transcription, config.productName);
  switch (format) {
    case 'srt':
      return srtOf(cutSubtitles(segments, { recordingMs, dashes: true }));
    case 'vtt': {
      const nameOf = nameGiver(transcription);
      return vttOf(cutSubtitles(segments, { recordingMs, dashes: false }), { nameOf, note });
    }
    case 'txt':
      return txtOf(transcript(), { withTimes });
    case 'json':
      return jsonOf(transcription);
    case 'pdf':
    case 'docx':
      return makeDocument({ format, transcript: transcript() });
  }
}

/** A transcript as a file to take away, as it was last edited. Subtitles are everyone's, the rest is in the paid plans. */
export async function exportTranscript(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  actor: Actor,
  asked: Asked,
): Promise<ExportedFile> {
  const transcription = await readTranscription(deps, actor, asked.id);
  if (!isForAll(asked.format)) {
    const { hasTextExports } = await entitlementsOf(deps.db, actor.userId);
    if (!hasTextExports) throw new AppError('plan_required');
  }
  if (transcription.status !== 'completed') throw new AppError('conflict', { text: notYet });
  if (!hasText(transcription)) throw new AppError('conflict', { text: nothingSaid });
  const { title } = transcription;
  const fileName = takenName({ ...transcription, title: null });
  return {
    name: exportFileName({ title, fileName, format: asked.format }),
    body: await bodyOf(deps, transcription, asked),
  };
}
