import {
  durationOfPcmMs,
  type Segment,
  type SpeechEngine,
  SpeechError,
  speechSampleRateHz,
  type Transcript,
} from '../../../adapters/speech/engine.ts';

type Stretch = { pcm: Int16Array; startMs: number; language: string; signal: AbortSignal };

const hasDrifted = ({ otherLanguage }: Segment) => otherLanguage !== undefined;

function cut({ pcm, startMs, ...rest }: Stretch, fromMs: number, toMs: number): Stretch {
  const sampleAt = (ms: number) => Math.round(((ms - startMs) * speechSampleRateHz) / 1_000);
  return { ...rest, startMs: fromMs, pcm: pcm.subarray(sampleAt(fromMs), sampleAt(toMs)) };
}

/**
 * Whisper writes in the language that it is told, and would translate a real guest from abroad. So it is told none, and
 * its text counts only if it heard the chosen language.
 */
async function hear(engine: SpeechEngine, stretch: Stretch): Promise<readonly Segment[] | undefined> {
  if (durationOfPcmMs(stretch.pcm) > engine.limits.maxMs) return undefined;
  const answer = await engine
    .transcribe({ ...stretch, language: 'auto', attempt: 'normal' })
    .catch((error: unknown): Transcript | undefined => {
      if (error instanceof SpeechError && error.kind !== 'aborted') return undefined;
      throw error;
    });
  const heardWords = answer?.segments.some(({ text }) => text.trim() !== '') ?? false;
  return answer?.language === stretch.language && heardWords ? answer.segments : undefined;
}

/** Gives each run of segments in another language to a second engine, from the segment before to the one after. */
export async function hearDriftedAgain(
  engine: SpeechEngine,
  segments: readonly Segment[],
  sound: Stretch,
): Promise<Segment[]> {
  const heard: Segment[] = [];
  for (let first = 0; first < segments.length; ) {
    let end = first;
    for (let each = segments[end]; each !== undefined && hasDrifted(each); each = segments[end]) end += 1;
    if (end === first) {
      heard.push(...segments.slice(first, first + 1));
      first += 1;
      continue;
    }
    const fromMs = segments[first - 1]?.endMs ?? sound.startMs;
    const toMs = segments[end]?.startMs ?? sound.startMs + durationOfPcmMs(sound.pcm);
    const again = await hear(engine, cut(sound, fromMs, toMs));
    heard.push(...(again ?? segments.slice(first, end)));
    first = end;
  }
  return heard;
}
