import type { ExportFormat } from '#contract/transcript.ts';
import type { Transcription } from '#contract/transcription.ts';
import { testCueLine, testTextNote } from '#domain/transcript/test-text.ts';
import { documentName } from '#domain/transcript/transcription-name.ts';
import type { Actor } from '#server/actor.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { readTranscription } from '#server/features/transcriptions/read/read-transcription.ts';
import { findEntitlements } from '#server/features/usage/entitlements.ts';
import { makeDocument } from './documents/make-document.ts';
import { exportFileName } from './file-name.ts';
import { type ReviewedShare, readReviewedShare } from './reviewed-share.ts';
import { cutSubtitles } from './subtitles/cut-subtitles.ts';
import { toSrt, toVtt } from './subtitles/formats.ts';
import type { Cue } from './subtitles/rules.ts';
import { toJson, toTxt } from './text-formats.ts';
import { hasText, speakerNamer, toTranscriptDocument } from './transcript.ts';

const notYet = 'A transcrição ainda não terminou. O arquivo pode ser baixado quando ela estiver concluída.';
const nothingSaid = 'A transcrição não tem texto, e por isso não há o que baixar.';

const isForAll = (format: ExportFormat) => format === 'srt' || format === 'vtt';

type ExportRequest = { id: string; format: ExportFormat; withTimes?: boolean; withReview?: boolean };
export type ExportedFile = { name: string; body: string | Uint8Array };

/** In the text of the first cue, because players hide a note, and another cue would cover the first words. */
const withTestLine = (cues: readonly Cue[], isTest: boolean) =>
  isTest ? cues.map((cue, at) => (at === 0 ? { ...cue, lines: [testCueLine, ...cue.lines] } : cue)) : cues;

function renderTranscript(
  { config }: Pick<Deps, 'config'>,
  { transcription, review }: { transcription: Transcription; review: ReviewedShare | null },
  { format, withTimes = false }: ExportRequest,
): string | Promise<Uint8Array> {
  const { segments, watermark, engine_is_sandbox: isTest } = transcription;
  const recordingMs = Math.round(transcription.audio_duration * 1_000);
  const transcript = () => toTranscriptDocument(transcription, { productName: config.productName, review });
  switch (format) {
    case 'srt':
      return toSrt(withTestLine(cutSubtitles(segments, { recordingMs, dashes: true }), isTest));
    case 'vtt': {
      const nameOf = speakerNamer(transcription);
      const cues = withTestLine(cutSubtitles(segments, { recordingMs, dashes: false }), isTest);
      return toVtt(cues, { nameOf, notes: [isTest ? testTextNote : null, watermark] });
    }
    case 'txt':
      return toTxt(transcript(), { withTimes });
    case 'json':
      return toJson(transcription, review);
    case 'pdf':
    case 'docx':
      return makeDocument({ format, transcript: transcript() });
  }
}

/** Exports a transcript in its last edited form. Subtitles are in every plan, other formats in the paid ones. */
export async function exportTranscript(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  actor: Actor,
  request: ExportRequest,
): Promise<ExportedFile> {
  const transcription = await readTranscription(deps, actor, request.id);
  if (!isForAll(request.format)) {
    const { hasTextExports } = await findEntitlements(deps.db, actor.userId);
    if (!hasTextExports) throw new AppError('plan_required');
  }
  if (transcription.status !== 'completed') throw new AppError('conflict', { text: notYet });
  if (!hasText(transcription)) throw new AppError('conflict', { text: nothingSaid });
  const review = request.withReview === true ? await readReviewedShare(deps, actor, request.id) : null;
  const { title } = transcription;
  const fileName = documentName({ ...transcription, title: null });
  return {
    name: exportFileName({ title, fileName, format: request.format }),
    body: await renderTranscript(deps, { transcription, review }, request),
  };
}
