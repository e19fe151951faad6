import type { StoredSegment } from './segment.ts';

type Part = { file_name: string; start_ms: number | null };
type Placed = Pick<StoredSegment, 'id' | 'start_ms'>;

/**
 * The names of joined files by the first segment of each. A file without speech stands before the next one that has
 * some, and a file after the last speech has no place in the text.
 */
export function partHeadings(
  segments: readonly Placed[],
  parts: readonly Part[],
): ReadonlyMap<number, readonly string[]> {
  const headings = new Map<number, readonly string[]>();
  for (const { file_name, start_ms } of parts) {
    const first = start_ms === null ? undefined : segments.find((segment) => segment.start_ms >= start_ms);
    if (first !== undefined) headings.set(first.id, [...(headings.get(first.id) ?? []), file_name]);
  }
  return headings;
}
