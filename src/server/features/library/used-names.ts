import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { isRealName } from '#domain/transcript/transcript-text.ts';
import type { Actor } from '#server/actor.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { foldText } from './fold-text.ts';

/** Older recordings are read no more, so that the call takes as long for thirty thousand of them. */
const recentRecordings = 200;
const maxNames = 30;

/** The names that the owner gave to speakers, of the newest recordings first, without those of the example. */
export async function findUsedNames({ db }: Pick<Deps, 'db'>, { userId }: Actor): Promise<string[]> {
  const recent = db
    .select({ id: transcriptions.id, createdAt: transcriptions.createdAt })
    .from(transcriptions)
    .where(
      and(
        eq(transcriptions.userId, userId),
        eq(transcriptions.isDeleted, false),
        eq(transcriptions.isExample, false),
      ),
    )
    .orderBy(desc(transcriptions.createdAt))
    .limit(recentRecordings)
    .as('recent');
  const rows = await db
    .select({ names: transcripts.speakerNames })
    .from(recent)
    .innerJoin(transcripts, eq(transcripts.transcriptionId, recent.id))
    .where(ne(transcripts.speakerNames, sql`'{}'`))
    .orderBy(desc(recent.createdAt));
  const names = new Map<string, string>();
  for (const name of rows.flatMap((row) => Object.values(row.names)))
    if (isRealName(name) && !names.has(foldText(name))) names.set(foldText(name), name);
  return [...names.values()].slice(0, maxNames);
}
