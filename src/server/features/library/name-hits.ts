import { sql } from 'drizzle-orm';
import type { Deps } from '#server/deps.ts';
import { foldText, wordPattern } from './fold-text.ts';

export type NamedTurn = Readonly<{ id: string; name: string; place: number }>;

/** Where each named speaker of these texts begins to speak. */
export async function firstTurns({ db }: Pick<Deps, 'db'>, ids: readonly string[]): Promise<NamedTurn[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<NamedTurn>(sql`
    select id, name, place from (
      select transcription_id as id, name, (
        select min(nth)::int - 1 from jsonb_array_elements(segments) with ordinality as each (segment, nth)
        where segment ->> 'speaker' = speaker and segment ->> 'text' <> ''
      ) as place
      from transcripts, jsonb_each_text(speaker_names) as named (speaker, name)
      where name !~ '^Pessoa [0-9]+$' and transcription_id = any(${sql.param(ids)}::uuid[])
    ) as turns where place is not null order by id, place`);
  return rows;
}

export const wordsOfNames = (turns: readonly NamedTurn[]) =>
  turns.flatMap(({ name }) => foldText(name).match(wordPattern) ?? []);
