import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/adapters/db/database.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import { usageMonths } from '#server/adapters/db/schema/plans.ts';
import { openStorage } from '#server/adapters/storage/open-storage.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Config } from '#server/config/config.ts';
import { openExample } from '#server/features/example/open-example.ts';
import { calendarMonth } from '#server/features/usage/calendar-month.ts';
import { signUp } from '#tests/factories.ts';
import { insertTranscription } from '#tests/stored-transcriptions.ts';
import { council, recordings } from './seed-recordings.ts';

export const devAccount = { email: 'dev@escriba.example', password: 'Escriba-de-casa-1' };

const dayMs = 86_400_000;
const exampleSound = 'src/server/features/example/recording/listen.mp3';
const examplePeaks = 'src/server/features/example/recording/peaks.bin';

type SeedOptions = { config: Config; db: Database; url: string; serverUrl: string; mailboxUrl: string };

/** The hourly sweep fails unfinished rows that have no job. A change that lies ahead keeps these on the screen. */
const neverStranded = new Date(Date.now() + 3_650 * dayMs);

/** The example's sound, repeated to the length of a recording, so that its player has something to play. */
async function soundOf(durationMs: number): Promise<string> {
  const file = join(tmpdir(), `escriba-seed-${process.pid}.mp3`);
  const argv = ['-v', 'error', '-y', '-stream_loop', '-1', '-i', exampleSound];
  const ffmpeg = spawn('ffmpeg', [...argv, '-t', String(durationMs / 1_000), '-c', 'copy', file], {
    stdio: 'inherit',
  });
  const [code] = await once(ffmpeg, 'exit');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} while it made the sound of the seed`);
  return file;
}

async function addCouncil(db: Database, storage: Storage, userId: string) {
  const { segments, speakerNames, title, fileName } = council();
  const id = await insertTranscription(
    { db },
    {
      userId,
      segments,
      speakerNames,
      title,
      fileName,
      audioKey: 'transcriptions/seed-council/listen.mp3',
      audioType: 'audio/mpeg',
      peaksKey: 'transcriptions/seed-council/peaks.bin',
      usageSeconds: 3_600,
    },
  );
  const sound = await soundOf(segments.at(-1)?.end_ms ?? 0);
  await storage.put('transcriptions/seed-council/listen.mp3', createReadStream(sound), {
    contentType: 'audio/mpeg',
  });
  await storage.put('transcriptions/seed-council/peaks.bin', createReadStream(examplePeaks));
  await rm(sound);
  return id;
}

/** Signs the account up through the product, then fills its list by rows. A second start finds it there. */
export async function seed({ config, db, url, serverUrl, mailboxUrl }: SeedOptions) {
  const [existing] = await db.select({ id: users.id }).from(users).where(eq(users.email, devAccount.email));
  if (existing !== undefined) return;
  const account = {
    ...devAccount,
    name: 'Ana Beatriz Cavalcanti',
    occupation: 'Profissional autônomo',
  } as const;
  const { link } = await signUp({ url: serverUrl, mailboxUrl, origin: url }, account);
  await fetch(link.replace(url, serverUrl), { redirect: 'manual' });
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, devAccount.email));
  if (user === undefined) throw new Error('the seeded account was not created');
  const { storage, close } = await openStorage({
    setting: config.storage,
    dataDir: config.dataDir,
    uploadLifetimeMs: dayMs,
    beforeWrite: async () => {},
    beforeFetch: async () => {},
  });
  try {
    for (const { daysAgo, sentences, ...changes } of recordings) {
      const createdAt = new Date(Date.now() - daysAgo * dayMs);
      const isUnfinished = changes.status === 'pending' || changes.status === 'processing';
      const updatedAt = isUnfinished ? neverStranded : createdAt;
      await insertTranscription({ db }, { userId: user.id, createdAt, updatedAt, ...changes }, sentences);
    }
    await openExample({ db, storage, now: () => new Date() }, { userId: user.id, sessionId: '' } as never);
    await addCouncil(db, storage, user.id);
    await db
      .insert(usageMonths)
      .values({ userId: user.id, month: calendarMonth(new Date()), settledSeconds: 2.5 * 3_600 })
      .onConflictDoNothing();
  } finally {
    await close();
  }
}
