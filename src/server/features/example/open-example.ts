import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { and, eq } from 'drizzle-orm';
import { calendarMonth } from '#domain/format/calendar.ts';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import type { Actor } from '#server/actor.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { exampleFile, exampleTitle, readSpoken } from './example-recording.ts';

const engine = 'exemplo';

async function openedBefore(tx: Transaction, userId: string): Promise<string | undefined> {
  // Two simultaneous clicks are one request: the second waits here and finds the first one's row.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const [kept] = await tx
    .select({ id: transcriptions.id })
    .from(transcriptions)
    .where(
      and(
        eq(transcriptions.userId, userId),
        eq(transcriptions.isExample, true),
        eq(transcriptions.isDeleted, false),
      ),
    );
  return kept?.id;
}

/** Creates a finished transcription to try everything on, without a file and without using the plan. */
export async function openExample(
  { db, storage, now }: Pick<Deps, 'db' | 'storage' | 'now'>,
  { userId }: Actor,
): Promise<{ jobId: string }> {
  const { durationMs, segments } = await readSpoken();
  return db.transaction(async (tx) => {
    const before = await openedBefore(tx, userId);
    if (before !== undefined) return { jobId: before };
    const jobId = randomUUID();
    const audioKey = `transcriptions/${jobId}/listen.mp3`;
    const peaksKey = `transcriptions/${jobId}/peaks.bin`;
    await storage.put(audioKey, createReadStream(exampleFile('listen.mp3')), { contentType: 'audio/mpeg' });
    await storage.put(peaksKey, createReadStream(exampleFile('peaks.bin')));
    await tx.insert(transcriptions).values({
      id: jobId,
      userId,
      title: exampleTitle,
      fileName: 'exemplo.mp3',
      status: 'completed',
      durationMs,
      language: 'pt',
      engine,
      isExample: true,
      audioKey,
      audioType: 'audio/mpeg',
      peaksKey,
      usageMonth: calendarMonth(now()),
      usageSeconds: 0,
      usageState: 'settled',
      createdAt: now(),
      updatedAt: now(),
      startedAt: now(),
      completedAt: now(),
      notifiedAt: now(),
    });
    const speakers = new Set(segments.map(({ speaker }) => speaker ?? ''));
    await tx.insert(transcripts).values({
      transcriptionId: jobId,
      text: transcriptText(segments),
      segments,
      speakerNames: Object.fromEntries([...speakers].map((name) => [name, name])),
    });
    return { jobId };
  });
}
