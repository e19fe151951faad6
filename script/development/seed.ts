import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { calendarMonth } from '#domain/format/calendar.ts';
import type { Database } from '#server/adapters/db/database.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import { usageMonths } from '#server/adapters/db/schema/plans.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { openStorage } from '#server/adapters/storage/open-storage.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Config } from '#server/config/config.ts';
import { openExample } from '#server/features/example/open-example.ts';
import { signUp } from '#tests/helpers/factories.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { council, recordings } from './seed-recordings.ts';

export const devAccount = { email: 'dev@escriba.example', password: 'Escriba-de-casa-1' };

const dayMs = 86_400_000;
const exampleSound = 'src/server/features/example/recording/listen.mp3';
const examplePeaks = 'src/server/features/example/recording/peaks.bin';

type SeedOptions = { config: Config; db: Database; url: string; serverUrl: string; mailboxUrl: string };

/** The maintenance fails old unfinished rows without a job. A future time of change prevents that. */
const neverStranded = new Date(Date.now() + 3_650 * dayMs);

/** Repeats the example's sound up to the length of a recording, so that the recording's player can play it. */
async function writeSound(file: string, durationMs: number) {
  const argv = ['-v', 'error', '-y', '-stream_loop', '-1', '-i', exampleSound];
  const ffmpeg = spawn('ffmpeg', [...argv, '-t', String(durationMs / 1_000), '-c', 'copy', file], {
    stdio: 'inherit',
  });
  const [code] = await once(ffmpeg, 'exit');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} while it made the sound of the seed`);
}

/** Inserts the row last, because a seed that resumes takes the row as a sign that the files are complete. */
async function addCouncil(db: Database, storage: Storage, userId: string) {
  const audioKey = 'transcriptions/seed-council/listen.mp3';
  const peaksKey = 'transcriptions/seed-council/peaks.bin';
  const meeting = council();
  const sound = join(tmpdir(), `escriba-seed-${process.pid}.mp3`);
  try {
    await writeSound(sound, meeting.segments.at(-1)?.end_ms ?? 0);
    await storage.put(audioKey, createReadStream(sound), { contentType: 'audio/mpeg' });
  } finally {
    await rm(sound, { force: true });
  }
  await storage.put(peaksKey, createReadStream(examplePeaks));
  const files = { audioKey, audioType: 'audio/mpeg', peaksKey } as const;
  await db.transaction((tx) =>
    insertTranscription({ db: tx }, { userId, ...meeting, ...files, usageSeconds: 3_600 }),
  );
}

async function findUser(db: Database) {
  const [user] = await db.select().from(users).where(eq(users.email, devAccount.email));
  return user;
}

/** Signs up through the product. After an interrupted sign-up the mail may be lost, so it confirms the address itself. */
async function ensureUser({ db, url, serverUrl, mailboxUrl }: SeedOptions): Promise<string> {
  const existing = await findUser(db);
  if (existing !== undefined) {
    if (!existing.emailVerified)
      await db.update(users).set({ emailVerified: true }).where(eq(users.id, existing.id));
    return existing.id;
  }
  const account = {
    ...devAccount,
    name: 'Ana Beatriz Cavalcanti',
    occupation: 'Profissional autônomo',
  } as const;
  const { link } = await signUp({ url: serverUrl, mailboxUrl, origin: url }, account);
  await fetch(link.replace(url, serverUrl), { redirect: 'manual' });
  const user = await findUser(db);
  if (user === undefined) throw new Error('the seeded account was not created');
  return user.id;
}

/**
 * Creates the account and its transcriptions. An interrupted seed resumes: each part that has its row is skipped. The
 * usage is the last part, so with its row the seed does nothing and a deleted transcription stays deleted.
 */
export async function seed(options: SeedOptions) {
  const { config, db } = options;
  const userId = await ensureUser(options);
  const [usage] = await db.select().from(usageMonths).where(eq(usageMonths.userId, userId)).limit(1);
  if (usage !== undefined) return;
  const existing = await db
    .select({ fileName: transcriptions.fileName })
    .from(transcriptions)
    .where(eq(transcriptions.userId, userId));
  const isMissing = ({ fileName }: { fileName?: string | null }) =>
    existing.every((row) => row.fileName !== fileName);
  const { storage, close } = await openStorage({
    setting: config.storage,
    dataDir: config.dataDir,
    uploadLifetimeMs: dayMs,
    beforeWrite: async () => {},
    beforeFetch: async () => {},
  });
  try {
    for (const { daysAgo, sentences, ...changes } of recordings.filter(isMissing)) {
      const createdAt = new Date(Date.now() - daysAgo * dayMs);
      const isUnfinished = changes.status === 'pending' || changes.status === 'processing';
      const updatedAt = isUnfinished ? neverStranded : createdAt;
      await db.transaction((tx) =>
        insertTranscription({ db: tx }, { userId, createdAt, updatedAt, ...changes }, sentences),
      );
    }
    await openExample({ db, storage, now: () => new Date() }, { userId, sessionId: '' } as never);
    if (isMissing(council())) await addCouncil(db, storage, userId);
    await db
      .insert(usageMonths)
      .values({ userId, month: calendarMonth(new Date()), settledSeconds: 2.5 * 3_600 })
      .onConflictDoNothing();
  } finally {
    await close();
  }
}
