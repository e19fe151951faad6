import { randomUUID } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import { type Challenge, codeLength } from '#contract/factors.ts';
import { dayMs, hourMs, minuteMs } from '#domain/format/durations.ts';
import type { Actor } from '#server/actor.ts';
import { factorChallenges } from '#server/adapters/db/schema/auth.ts';
import { makeDigits } from '#server/adapters/secrets/sealing.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { requireWithinLimit, undoHit } from '#server/features/limits/rate-limit.ts';
import { decryptFactor, type FactorRow, findOwnFactor, requireSecondFactorFirst } from './factors.ts';

/** Bound to its challenge, so that two equal codes have different hashes. */
export function hashSmsCode(sealing: Deps['sealing'], challengeId: string, code: string): string {
  return sealing.hash(`${challengeId}:${code}`, 'sms-code');
}

const lifetimeMs = { totp: 5 * minuteMs, phone: 10 * minuteMs } as const;

type Needs = Pick<Deps, 'db' | 'sealing' | 'sms' | 'config' | 'now'>;

/** Each SMS costs money and makes a phone ring. */
const smsLimits = ({ id, userId }: FactorRow, numberHash: string) => [
  { limit: 'sms-factor', key: `${id}:sms-factor`, max: 3, windowMs: hourMs },
  { limit: 'sms-user', key: `${userId}:sms-user`, max: 10, windowMs: dayMs },
  // Limits the messages to one number, whatever accounts request them.
  { limit: 'sms-number', key: `${numberHash}:sms-number`, max: 15, windowMs: dayMs },
];

async function sendCode(deps: Needs, factor: FactorRow, code: string) {
  const { sealing, sms, config } = deps;
  if (sms === undefined) throw new AppError('sms_not_sent');
  const to = decryptFactor(deps, factor);
  const limits = smsLimits(factor, sealing.hash(to, 'sms-number'));
  for (const limit of limits) await requireWithinLimit(deps, limit);
  const text = `${code} é seu código do ${config.productName}. Ele vale por 10 minutos.`;
  try {
    await sms.send({ to, text });
  } catch (error) {
    // A message that was not sent does not count.
    for (const { key } of limits) await undoHit(deps, key);
    throw new AppError('sms_not_sent', { cause: error });
  }
}

/** Begins one attempt to pass a factor, valid in this session only. */
export async function startChallenge(deps: Needs, actor: Actor, factorId: string): Promise<Challenge> {
  const { db, sealing, now } = deps;
  const factor = await findOwnFactor(deps, actor, factorId);
  requireSecondFactorFirst(actor, factor);
  // Refuse an unreadable factor now, because no typed code could ever be right.
  decryptFactor(deps, factor);
  const id = randomUUID();
  const code = makeDigits(codeLength);
  const isPhone = factor.factorType === 'phone';
  const expiresAt = new Date(now().getTime() + lifetimeMs[factor.factorType]);
  await db.delete(factorChallenges).where(lt(factorChallenges.expiresAt, new Date(now().getTime() - dayMs)));
  await db.insert(factorChallenges).values({
    id,
    factorId,
    sessionId: actor.sessionId,
    codeHash: isPhone ? hashSmsCode(sealing, id, code) : null,
    expiresAt,
  });
  if (isPhone) {
    try {
      await sendCode(deps, factor, code);
    } catch (error) {
      await db.delete(factorChallenges).where(eq(factorChallenges.id, id));
      throw error;
    }
  }
  return { id, expires_at: expiresAt.toISOString() };
}
