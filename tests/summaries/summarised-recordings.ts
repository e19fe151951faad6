import { readFileSync } from 'node:fs';

/** A sentence of a summary with the codes of its passages, as a model writes them. */
export type SummarySentence = Readonly<{ refs: readonly string[]; text: string }>;
type PlantedLie = SummarySentence & Readonly<{ kind: string }>;

type SummarisedRecording = Readonly<{
  segments: readonly Readonly<{ startMs: number; voice: string; text: string }>[];
  trueSentences: readonly SummarySentence[];
  lies: readonly PlantedLie[];
}>;

const rowsOf = (name: string) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' | '));

function toMs(time: string): number {
  const [minutes = 0, seconds = 0] = time.split(':').map(Number);
  return (minutes * 60 + seconds) * 1_000;
}

/** Two invented recordings: the check was tuned on the hearing, and the clinic shows how it does on new sentences. */
export function readSummarisedRecording(name: 'hearing' | 'clinic'): SummarisedRecording {
  return {
    segments: rowsOf(`${name}.txt`).map(([time = '', voice = '', text = '']) => ({
      startMs: toMs(time),
      voice,
      text,
    })),
    trueSentences: rowsOf(`${name}-true.txt`).map(([refs = '', text = '']) => ({
      refs: refs.split(', '),
      text,
    })),
    lies: rowsOf(`${name}-lies.txt`).map(([kind = '', refs = '', text = '']) => ({
      kind,
      refs: refs.split(', '),
      text,
    })),
  };
}
