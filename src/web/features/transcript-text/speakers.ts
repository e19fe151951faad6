import type { StoredSegment } from '#contract/segments.ts';

export type SpeakerLine = Readonly<{ speaker: string; name: string }>;

/** Engines call them A or speaker_0; until somebody names them they are counted as they come. */
export function speakerNumbers(segments: readonly StoredSegment[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const { speaker } of segments)
    if (speaker !== undefined && !numbers.has(speaker)) numbers.set(speaker, numbers.size + 1);
  return numbers;
}

type Naming = {
  names: Readonly<Record<string, string>>;
  numbers: ReadonlyMap<string, number>;
};

/** Who begins to speak at a segment; undefined where the same voice goes on. */
export function speakerAt(
  segments: readonly StoredSegment[],
  index: number,
  { names, numbers }: Naming,
): SpeakerLine | undefined {
  const speaker = segments[index]?.speaker;
  if (speaker === undefined || speaker === segments[index - 1]?.speaker) return undefined;
  return { speaker, name: names[speaker] || `Pessoa ${numbers.get(speaker) ?? 1}` };
}
