import { z } from 'zod';
import { hourMs } from '#domain/format/durations.ts';
import type { Actor } from '#server/actor.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';

const purpose = 'media pass';

const PassSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['audio', 'video', 'original']),
  /** The file of a joined recording, if the pass is for an original. */
  position: z.number().optional(),
  userId: z.string(),
  sessionId: z.string(),
  level: z.enum(['aal1', 'aal2']),
  endsAtMs: z.number(),
});
export type MediaKind = z.infer<typeof PassSchema>['kind'];

export function mediaPassExpiry({ now }: Pick<Deps, 'now'>): Date {
  return new Date(now().getTime() + hourMs);
}

type Passing = { id: string; kind: MediaKind; position?: number; endsAt: Date };

/** A URL parameter, because a player sends no token. Sealed, so that no client can forge or read it. */
export function createMediaPass(
  { sealing }: Pick<Deps, 'sealing'>,
  { userId, sessionId, level }: MediaPassActor,
  { id, kind, position, endsAt }: Passing,
): string {
  const pass: z.infer<typeof PassSchema> = {
    id,
    kind,
    position,
    userId,
    sessionId,
    level,
    endsAtMs: endsAt.getTime(),
  };
  return sealing.seal(JSON.stringify(pass), purpose);
}

function opened({ sealing }: Pick<Deps, 'sealing'>, sealed: string) {
  try {
    return PassSchema.parse(JSON.parse(sealing.open(sealed, purpose)));
  } catch (cause) {
    throw new AppError('unauthenticated', { cause });
  }
}

export type MediaPassActor = Pick<Actor, 'userId' | 'sessionId' | 'level'>;

export function readMediaPass(deps: Pick<Deps, 'sealing' | 'now'>, sealed: string) {
  const pass = opened(deps, sealed);
  if (pass.endsAtMs <= deps.now().getTime()) throw new AppError('unauthenticated');
  return pass;
}
