import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#server/actor.ts';
import { checkedPassages, passageHash } from '#server/adapters/db/schema/checks.ts';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';

/** How much of a recording its owner has heard to confirm the text. */
export type ReviewedShare = Readonly<{
  by: string;
  /** The last confirmation that still counts. */
  at: string;
  /** From 0 to 1, of the spoken time. */
  share: number;
}>;

/** Null without a confirmed passage. A corrected passage is no longer confirmed. */
export async function readReviewedShare(
  { db }: Pick<Deps, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  id: string,
): Promise<ReviewedShare | null> {
  const { rows } = await db.execute<{ at: string | null; heard_ms: string | null; spoken_ms: string }>(sql`
    with stored as (
      select (passage->>'id')::integer as id, passage->>'text' as text,
        (passage->>'end_ms')::bigint - (passage->>'start_ms')::bigint as ms
      from ${transcripts}, jsonb_array_elements(${transcripts.segments}) as passage
      where ${transcripts.transcriptionId} = ${id})
    select max(kept.checked_at) as at, sum(least(kept.heard_ms, stored.ms)) filter (where kept.segment_id is not null) as heard_ms,
      sum(stored.ms) as spoken_ms
    from stored left join ${checkedPassages} kept on kept.transcription_id = ${id} and kept.segment_id = stored.id
      and kept.text_hash = ${passageHash(sql`stored.text`)} and kept.heard_ms > 0
    where stored.text <> ''`);
  const [row] = rows;
  if (row?.at == null) return null;
  const [profile] = await db.select({ name: profiles.name }).from(profiles).where(eq(profiles.id, userId));
  const spokenMs = Math.max(1, Number(row.spoken_ms));
  return {
    by: profile?.name ?? '',
    at: new Date(row.at).toISOString(),
    share: Math.min(1, Number(row.heard_ms ?? 0) / spokenMs),
  };
}

/** Never 100 % while a passage is left, and never 0 % after the first one. */
function percentOf(share: number): number {
  if (share >= 1) return 100;
  return Math.min(99, Math.max(1, Math.floor(100 * share)));
}

/** "Revisado por Ana Dias em 27 de novembro de 2026: 64 % do tempo falado." */
export function reviewLine({ by, at, share }: ReviewedShare, day: Intl.DateTimeFormat): string {
  const name = by === '' ? '' : ` por ${by}`;
  return `Revisado${name} em ${day.format(new Date(at))}: ${percentOf(share)} % do tempo falado.`;
}
