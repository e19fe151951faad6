import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';

/** A service that does not answer keeps nobody out: then the built-in list alone decides, and /metrics tells. */
export async function refuseLeakedPassword(
  { leakedPasswords }: Pick<Deps, 'leakedPasswords'>,
  password: string,
): Promise<void> {
  if ((await leakedPasswords.lookUp(password)) === 'leaked') throw new AppError('password_leaked');
}
