import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { forgiveHit } from '../../features/limits/forgive-hit.ts';
import { limitKey } from '../../features/limits/limit-key.ts';
import { addressOf, limitedBy } from '../limits.ts';
import { actorOf } from '../session.ts';

const quarterHourMs = 900_000;
const hourMs = 3_600_000;
const tooManySignIns = 'Muitas tentativas de login. Aguarde alguns minutos e tente novamente.';

const emailOf = ({ body }: FastifyRequest) => (body as { email: string }).email;
const signInAddress = 'sign-in';
const signInAccount = 'sign-in-account';

/** The limits of the sign-in's addresses, counted once the body was checked. */
export function authLimits(deps: Deps) {
  const perAddress = { windowMs: quarterHourMs, keyOf: addressOf };
  return {
    signIn: limitedBy(
      deps,
      { ...perAddress, name: signInAddress, max: 20, text: tooManySignIns },
      { ...perAddress, name: signInAccount, max: 5, keyOf: emailOf, text: tooManySignIns },
    ),
    /** Who knew the password was not guessing: neither they nor their office wait for it. */
    async forgiveSignIn(request: FastifyRequest) {
      await forgiveHit(deps, limitKey(deps, `${emailOf(request)}:${signInAccount}`), { all: true });
      await forgiveHit(deps, limitKey(deps, `${addressOf(request)}:${signInAddress}`));
    },
    signUp: limitedBy(deps, { name: 'sign-up', max: 10, windowMs: hourMs, keyOf: addressOf }),
    /** Each kind of mail by itself: a link that went astray must not stop the next way in. */
    mail: (kind: string) =>
      limitedBy(
        deps,
        { ...perAddress, name: 'auth-mail-address', max: 20 },
        {
          name: `auth-mail:${kind}`,
          max: 3,
          windowMs: hourMs,
          keyOf: (request) => `${emailOf(request)}:${addressOf(request)}`,
        },
        // From many addresses at once: nobody's mailbox is buried.
        { name: `auth-mail-box:${kind}`, max: 10, windowMs: hourMs, keyOf: emailOf },
      ),
    change: limitedBy(deps, {
      name: 'email-change',
      max: 3,
      windowMs: hourMs,
      keyOf: (request) => actorOf(request).userId,
    }),
    link: limitedBy(deps, { ...perAddress, name: 'auth-link', max: 60 }),
    google: limitedBy(deps, { ...perAddress, name: 'google', max: 60 }),
  };
}
