import { eq, inArray, sql } from 'drizzle-orm';
import { webAssets } from '#server/adapters/db/schema/web-assets.ts';
import type { Deps } from '#server/deps.ts';

export type WebAsset = Pick<typeof webAssets.$inferSelect, 'name' | 'body' | 'encoding'>;
export type WebAssetFile = Readonly<{ name: string; read: () => Promise<Omit<WebAsset, 'name'>> }>;

/** A page that stays open longer than this after an upgrade must be loaded again. */
const keptDays = 30;

type WithDatabase = Pick<Deps, 'db'>;

/** Gives the files of this build to all web processes, before a page of this process names them. */
export async function shareWebAssets({ db }: WithDatabase, files: readonly WebAssetFile[]): Promise<void> {
  const names = files.map(({ name }) => name);
  const known = await db
    .update(webAssets)
    .set({ lastSharedAt: sql`now()` })
    .where(inArray(webAssets.name, names))
    .returning({ name: webAssets.name });
  const isKnown = new Set(known.map(({ name }) => name));
  const missing = files.filter(({ name }) => !isKnown.has(name));
  if (missing.length === 0) return;
  const rows = await Promise.all(missing.map(async ({ name, read }) => ({ name, ...(await read()) })));
  // Another process of the same build may have started in the same second.
  await db.insert(webAssets).values(rows).onConflictDoNothing();
}

export async function readWebAsset({ db }: WithDatabase, name: string): Promise<WebAsset | undefined> {
  const { body, encoding } = webAssets;
  const [asset] = await db
    .select({ name: webAssets.name, body, encoding })
    .from(webAssets)
    .where(eq(webAssets.name, name));
  return asset;
}

/** Uses the clock of PostgreSQL, which also wrote the times. */
export async function sweepWebAssets({ db }: WithDatabase): Promise<void> {
  await db
    .delete(webAssets)
    .where(sql`${webAssets.lastSharedAt} < now() - make_interval(days => ${keptDays})`);
}
