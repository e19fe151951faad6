import type { StoredSegment } from './segment.ts';

type Voiced = Pick<StoredSegment, 'speaker'>;

/** Engines call them A or speaker_0; until somebody names them they are counted as they come. */
export function speakerNumbers(segments: readonly Voiced[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const { speaker } of segments)
    if (speaker !== undefined && !numbers.has(speaker)) numbers.set(speaker, numbers.size + 1);
  return numbers;
}

export type SpeakerNaming = {
  names: Readonly<Record<string, string>>;
  numbers: ReadonlyMap<string, number>;
};

export const nameOfSpeaker = (speaker: string, { names, numbers }: SpeakerNaming) =>
  names[speaker] || `Pessoa ${numbers.get(speaker) ?? 1}`;
