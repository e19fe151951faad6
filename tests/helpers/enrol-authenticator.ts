import { setTimeout as delay } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { ChallengeSchema, EnrolledFactorSchema, FactorVerifiedSchema } from '#contract/factors.ts';
import { clientAddress } from './client-address.ts';

const windowMs = 30_000;
const slowestRequestMs = 10_000;

/** The server accepts the previous window's code, unless the current window ends during the request. */
async function untilWindowLasts() {
  for (;;) {
    const leftMs = windowMs - (Date.now() % windowMs);
    if (leftMs >= slowestRequestMs) return;
    // A timer of Node may fire one millisecond early, while the old window is still current.
    await delay(leftMs);
  }
}

type Session = { url: string; cookie: string };

/** Calls the account's API as the product's own scripts do. */
async function callAs({ url, cookie }: Session) {
  const headers = { cookie, 'x-forwarded-for': clientAddress() };
  const answer = await fetch(`${url}/api/auth/token`, { headers });
  const { token } = (await answer.json()) as { token: string };
  return async (path: string, body: object) => {
    const called = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        origin: url,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!called.ok) throw new Error(`${path} was answered with ${called.status}: ${await called.text()}`);
    return called.json() as Promise<unknown>;
  };
}

export type EnrolledAuthenticator = {
  recoveryCodes: string[];
  /** Returns a valid code that was not used before, because the server accepts each code once. */
  nextCode: () => string;
};

/** Adds an authenticator app to the cookie's account and verifies it. */
export async function enrolAuthenticator(session: Session, name: string): Promise<EnrolledAuthenticator> {
  const call = await callAs(session);
  const factor = EnrolledFactorSchema.parse(
    await call('/api/auth/factors', { factor_type: 'totp', friendly_name: name }),
  );
  const app = new TOTP({ secret: Secret.fromBase32(factor.totp?.secret ?? '') });
  const challenge = ChallengeSchema.parse(await call(`/api/auth/factors/${factor.id}/challenge`, {}));
  await untilWindowLasts();
  // Use the previous window's code, so that the test can use this window's and the next.
  const code = app.generate({ timestamp: Date.now() - windowMs });
  const passed = FactorVerifiedSchema.parse(
    await call(`/api/auth/factors/${factor.id}/verify`, { challenge_id: challenge.id, code }),
  );
  let used = 0;
  return {
    recoveryCodes: passed.recovery_codes ?? [],
    nextCode() {
      const timestamp = Date.now() + windowMs * used;
      used += 1;
      return app.generate({ timestamp });
    },
  };
}
