import { eq } from 'drizzle-orm';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { DecodedSound } from '#server/adapters/media/prepare-audio.ts';
import type { Deps } from '#server/deps.ts';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';
import { findEntitlements } from '#server/features/usage/entitlements.ts';
import { adjustReservation } from '#server/features/usage/reservations.ts';

type Row = Pick<typeof transcriptions.$inferSelect, 'id' | 'run' | 'userId'>;

/** The recording is longer than its header said, and the month has too little left for the rest. */
export class HoursSpentError extends SafeMessageError {
  constructor() {
    super('the sound is longer than its header said, and the month has too little left');
  }
}

/** The recording was deleted, or another run has taken it over. */
export class StaleRunError extends SafeMessageError {
  constructor() {
    super('this run of the transcription is over');
  }
}

/** The product charges every started second, and at least one. A few samples of a resampler start no second. */
export const chargedSeconds = (soundSeconds: number) =>
  Math.max(1, Math.ceil(Math.round(soundSeconds * 100) / 100));

/** Call this once the whole recording is decoded, before any sound beyond the header's length goes to an engine. */
export async function reserveDecodedLength(
  { db }: Pick<Deps, 'db'>,
  { id, run, userId }: Row,
  { durationMs, soundSeconds }: Pick<DecodedSound, 'durationMs' | 'soundSeconds'>,
): Promise<void> {
  const { secondsPerMonth } = await findEntitlements(db, userId);
  const outcome = await db.transaction(async (tx) => {
    const reserved = await adjustReservation(tx, {
      transcriptionId: id,
      run,
      seconds: chargedSeconds(soundSeconds),
      limitSeconds: secondsPerMonth,
    });
    // Also on failure: the owner sees the true length, and a retry reserves that much.
    if (reserved !== 'stale')
      await tx.update(transcriptions).set({ durationMs }).where(eq(transcriptions.id, id));
    return reserved;
  });
  if (outcome === 'stale') throw new StaleRunError();
  if (outcome === 'too_little_left') throw new HoursSpentError();
}
