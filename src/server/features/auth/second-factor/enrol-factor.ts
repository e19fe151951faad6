import { and, eq, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { EnrolFactor, EnrolledFactor } from '#contract/factors.ts';
import type { Actor } from '../../../actor.ts';
import { factors } from '../../../adapters/db/schema/factors.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { requireProof } from '../proof/require-proof.ts';
import { holdAccountAtFullLevel } from './hold-account.ts';
import { present } from './own-factor.ts';

const maxFactors = 10;
const secretBytes = 20;
/** Begun and left: it would only stand in the way of its name. */
const unverifiedForMs = 3_600_000;

/** A factor that counts for nothing until its first code was right. */
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
  const kept = wanted.factor_type === 'phone' ? wanted.phone : secret.base32;
  const oldest = new Date(now().getTime() - unverifiedForMs);

  const row = await db.transaction(async (tx) => {
    await holdAccountAtFullLevel(tx, actor);
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
        sealed: sealing.seal(kept, 'factor'),
        createdAt: now(),
      })
      .returning();
    if (made === undefined) throw new Error('inserting a factor returned no row');
    return made;
  });
  if (wanted.factor_type === 'phone') return { ...present(row, deps), totp: null };
  const totp = new TOTP({ issuer: config.productName, label: email, secret });
  return { ...present(row, deps), totp: { secret: secret.base32, uri: totp.toString() } };
}
