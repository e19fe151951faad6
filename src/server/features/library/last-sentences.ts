import { sql } from 'drizzle-orm';
import { lastSentenceLength } from '#contract/transcription-list.ts';
import type { Deps } from '#server/deps.ts';

type LastTexts = { id: string; texts: string[] };

const sentenceStart = /(?<=[.!?…]["”’')\]]*)\s+/;

/** The end of what was heard: its last sentence, or the end of a sentence that is too long for one line. */
export function lastSentenceOf(texts: readonly string[], longest = lastSentenceLength): string | null {
  const heard = texts.join(' ').replace(/\s+/g, ' ').trim();
  const sentence = heard.split(sentenceStart).at(-1) ?? '';
  if (sentence === '') return null;
  // The texts are the last few, so their first sentence may have begun before them.
  const isCut = sentence === heard && /^\p{Lower}/u.test(sentence);
  if (sentence.length + (isCut ? 1 : 0) <= longest) return isCut ? `…${sentence}` : sentence;
  const end = sentence.slice(-(longest - 1));
  // Begin with a whole word, and never inside one character.
  const space = end.indexOf(' ');
  return `…${space === -1 ? end.replace(/^[\uDC00-\uDFFF]/, '') : end.slice(space + 1)}`;
}

/**
 * The last sentence of each running transcription. PostgreSQL sends the last three texts of the last chunk with words,
 * because a chunk with its word times is a hundred times as large.
 */
export async function readLastSentences(
  { db }: Pick<Deps, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<LastTexts>(sql`
    select asked.id, last.texts
    from unnest(${sql.param(ids)}::uuid[]) as asked(id), lateral (
      select jsonb_path_query_array(segments, '$[last - 2 to last].text') as texts
      from transcription_chunks
      where transcription_id = asked.id and jsonb_array_length(segments) > 0
      order by index desc limit 1
    ) as last`);
  return new Map(rows.map(({ id, texts }) => [id, lastSentenceOf(texts)]));
}
