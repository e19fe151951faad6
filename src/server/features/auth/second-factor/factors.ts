import { and, asc, count, eq, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { EnrolFactor, EnrolledFactor, Factor, FactorList } from '#contract/factors.ts';
import { hourMs } from '#domain/format/durations.ts';
import type { Actor } from '#server/actor.ts';
import { hasVerifiedFactor } from '#server/adapters/auth/account-rows.ts';
import { factors, recoveryCodes, sessions } from '#server/adapters/db/schema/auth.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { notFoundTexts } from '#server/errors/error-traits.ts';
import { requireProof } from '../proof/proof.ts';
import { lockAccountAtFullLevel, mailFactorNotice } from './factor-changes.ts';

export type FactorRow = typeof factors.$inferSelect;

export async function findOwnFactor(
  { db }: Pick<Deps, 'db'>,
  { userId }: Actor,
  id: string,
): Promise<FactorRow> {
  const [row] = await db
    .select()
    .from(factors)
    .where(and(eq(factors.id, id), eq(factors.userId, userId)));
  if (row === undefined) throw new AppError('not_found', { text: notFoundTexts.factor });
  return row;
}

/** A session that still has to pass a factor cannot verify a new one instead: that would bypass the factor. */
export function requireSecondFactorFirst({ level, nextLevel }: Actor, { status }: FactorRow) {
  if (status === 'unverified' && level !== nextLevel) throw new AppError('second_factor_required');
}

/** Returns the TOTP secret or the phone number. A factor sealed with an unknown secret accepts no code. */
export function decryptFactor({ sealing }: Pick<Deps, 'sealing'>, { sealed }: FactorRow): string {
  try {
    return sealing.openKept(sealed, 'factor');
  } catch (error) {
    throw new AppError('factor_unreadable', { cause: error });
  }
}

const shownDigits = 4;

function presentFactor(row: FactorRow, { sealing }: Pick<Deps, 'sealing'>): Factor {
  // List an unreadable factor too, so that its owner can remove it.
  const phone = row.factorType === 'phone' ? sealing.openIfKnown(row.sealed, 'factor') : undefined;
  return {
    id: row.id,
    factor_type: row.factorType,
    friendly_name: row.friendlyName,
    status: row.status,
    phone: phone === undefined ? null : phone.slice(-shownDigits),
    created_at: row.createdAt.toISOString(),
  };
}

/** Until a session passes its second factor, it sees only the verified factors. */
export async function listFactors(
  deps: Pick<Deps, 'db' | 'sealing' | 'sms'>,
  { userId, level, nextLevel }: Actor,
): Promise<FactorList> {
  const rows = await deps.db
    .select()
    .from(factors)
    .where(eq(factors.userId, userId))
    .orderBy(asc(factors.createdAt));
  const [left] = await deps.db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  const shown = level === nextLevel ? rows : rows.filter(({ status }) => status === 'verified');
  return {
    factors: shown.map((row) => presentFactor(row, deps)),
    current_level: level,
    next_level: nextLevel,
    recovery_codes_left: left?.count ?? 0,
    phone_offered: deps.sms !== undefined,
  };
}

const maxFactors = 10;
const secretBytes = 20;
/** An abandoned enrolment would only block its name. */
const unverifiedForMs = hourMs;

/** Creates a factor that stays unverified until its first correct code. */
export async function enrolFactor(
  deps: Pick<Deps, 'db' | 'sealing' | 'sms' | 'config' | 'now'>,
  actor: Actor,
  wanted: EnrolFactor,
): Promise<EnrolledFactor> {
  requireProof(deps, actor);
  const { db, sealing, sms, config, now } = deps;
  const { userId, email } = actor;
  if (wanted.factor_type === 'phone' && sms === undefined) throw new AppError('forbidden');
  const secret = new Secret({ size: secretBytes });
  const sealedValue = wanted.factor_type === 'phone' ? wanted.phone : secret.base32;
  const oldest = new Date(now().getTime() - unverifiedForMs);

  const row = await db.transaction(async (tx) => {
    await lockAccountAtFullLevel(tx, actor);
    await tx
      .delete(factors)
      .where(
        and(
          eq(factors.userId, userId),
          eq(factors.status, 'unverified'),
          or(lt(factors.createdAt, oldest), eq(factors.friendlyName, wanted.friendly_name)),
        ),
      );
    const existing = await tx
      .select({ name: factors.friendlyName })
      .from(factors)
      .where(eq(factors.userId, userId));
    if (existing.some(({ name }) => name === wanted.friendly_name)) throw new AppError('factor_exists');
    if (existing.length >= maxFactors) throw new AppError('too_many_factors');
    const [made] = await tx
      .insert(factors)
      .values({
        userId,
        factorType: wanted.factor_type,
        friendlyName: wanted.friendly_name,
        sealed: sealing.seal(sealedValue, 'factor'),
        createdAt: now(),
      })
      .returning();
    if (made === undefined) throw new Error('inserting a factor returned no row');
    return made;
  });
  if (wanted.factor_type === 'phone') return { ...presentFactor(row, deps), totp: null };
  const totp = new TOTP({ issuer: config.productName, label: email, secret });
  return { ...presentFactor(row, deps), totp: { secret: secret.base32, uri: totp.toString() } };
}

export async function removeFactor(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  id: string,
): Promise<void> {
  requireProof(deps, actor);
  const { userId } = actor;
  await deps.db.transaction(async (tx) => {
    await lockAccountAtFullLevel(tx, actor);
    const [removed] = await tx
      .delete(factors)
      .where(and(eq(factors.id, id), eq(factors.userId, userId)))
      .returning({ status: factors.status });
    if (removed === undefined) throw new AppError('not_found', { text: notFoundTexts.factor });
    // It protects nothing, and its owner never heard of it.
    if (removed.status === 'unverified') return;
    await mailFactorNotice(tx, deps, { userId, event: 'second_factor_removed' });
    if (await hasVerifiedFactor(tx, userId)) return;
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    // A session that passed the old factor has not passed the next one that the account may get.
    await tx.update(sessions).set({ aal: 'aal1' }).where(eq(sessions.userId, userId));
  });
}
