import { sql } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { ownTranscription } from '../transcriptions/watch/read-transcription.ts';
import { answersOf, beginningsOf, candidatesIn, stemsOf } from './search-hit.ts';
import { searchWordsOf } from './search-words.ts';

/** The page of a transcription marks these words, so they must be the same ones that the search of the list found. */
export async function foundWords(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { id, q }: { id: string; q: string },
): Promise<string[]> {
  await ownTranscription(deps, actor, id);
  const words = searchWordsOf(q);
  const stems = await stemsOf(deps, [...new Set(words.flatMap(({ forms }) => forms))]);
  // Words like "de" have no stem: the search asks nothing of them, and the pattern below would match every word.
  if ([...stems.values()].every((stem) => stem === null)) return [];
  const { rows } = await deps.db.execute<{ texts: (string | null)[] }>(sql`
    select case when jsonb_array_length(segments) > 0
      then jsonb_path_query_array(segments, 'strict $[*].text') else jsonb_build_array(text) end as texts
    from transcripts where transcription_id = ${id}`);
  const candidates = candidatesIn(rows[0]?.texts ?? [], beginningsOf(words, stems));
  const seen = [...new Set(candidates.flatMap((each) => each.words))];
  const answers = await answersOf(deps, seen, words, stems);
  return seen.filter((word) => (answers.get(word) ?? []).length > 0);
}
