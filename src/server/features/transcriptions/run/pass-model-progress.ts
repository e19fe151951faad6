import { sql } from 'drizzle-orm';
import type { Deps } from '#server/deps.ts';
import { type ModelBytes, progressChannel } from './transcription-status.ts';

/** A person sees each percent, and thousands of waiting recordings must not cost thousands of writes a second. */
const betweenWritesMs = 1_000;

const percentOf = ({ doneBytes, totalBytes }: ModelBytes) => Math.floor((100 * doneBytes) / totalBytes);

async function write({ db }: Pick<Deps, 'db'>, { doneBytes, totalBytes }: ModelBytes) {
  await db.execute(sql`
    with waiting as (
      update transcriptions set model_done_bytes = ${doneBytes}, model_total_bytes = ${totalBytes}
      where status = 'pending' and reason = 'fetching_model' and not is_deleted
      returning id, user_id
    )
    select pg_notify(${progressChannel}, id || ' ' || user_id) from waiting`);
}

/**
 * Tells every recording that waits for the speech model how much of it is there. The figures are in the rows, because
 * web processes may share no folder with the worker that fetches.
 */
export function passModelProgress(deps: Pick<Deps, 'db' | 'log'>) {
  let latest: ModelBytes | undefined;
  let writtenPercent: number | undefined;
  let pause: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  /** Writes the newest figures, at once or at the end of the pause after the last ones. */
  function writeLatest() {
    if (pause !== undefined || latest === undefined || percentOf(latest) === writtenPercent) return;
    writtenPercent = percentOf(latest);
    writing = write(deps, latest).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'waiting recordings show an old progress of the speech model'),
    );
    pause = setTimeout(() => {
      pause = undefined;
      writeLatest();
    }, betweenWritesMs).unref();
  }

  return {
    onProgress(progress: ModelBytes | undefined) {
      latest = progress;
      writeLatest();
    },
    async close() {
      clearTimeout(pause);
      await writing;
    },
  };
}
