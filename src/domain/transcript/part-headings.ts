import type { StoredSegment } from './segment.ts';
import { isNonEmptySegment } from './transcript-text.ts';

type Part = { position: number; file_name: string; start_ms: number | null };
type Placed = Pick<StoredSegment, 'id' | 'start_ms' | 'text'>;

/** Recordings of a microphone have no name. */
export const partName = (fileName: string, position: number) => fileName || `Arquivo ${position}`;

/**
 * The names of joined files by the first segment with text of each. A file without speech stands before the next one
 * that has some, and a file after the last speech has no place in the text.
 */
export function partHeadings(
  segments: readonly Placed[],
  parts: readonly Part[],
): ReadonlyMap<number, readonly string[]> {
  const headings = new Map<number, readonly string[]>();
  const spoken = segments.filter(isNonEmptySegment);
  for (const [at, { position, file_name, start_ms }] of parts.entries()) {
    const first = start_ms === null ? undefined : spoken.find((segment) => segment.start_ms >= start_ms);
    if (first === undefined) continue;
    const name = partName(file_name, position);
    const isSilent = first.start_ms >= (parts[at + 1]?.start_ms ?? Number.POSITIVE_INFINITY);
    const names = new Set([...(headings.get(first.id) ?? []), isSilent ? `${name} (sem fala)` : name]);
    headings.set(first.id, [...names]);
  }
  return headings;
}
