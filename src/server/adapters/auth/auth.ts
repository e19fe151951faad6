import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Database } from '../db/database.ts';
import { accounts, sessions, users, verifications } from '../db/schema/auth.ts';

export type Confirmation = { name: string; email: string; link: string };

type AuthOptions = {
  config: Config;
  db: Database;
  secret: string;
  log: Logger;
  sendConfirmation: (confirmation: Confirmation) => Promise<void>;
};

export type Auth = Readonly<{ handle: (request: Request) => Promise<Response> }>;

const shortestPassword = 8;

/** In development the product answers by both names of this machine, and people type either. */
function trustedOrigins({ http, production }: Config) {
  if (production) return [http.publicUrl];
  return [http.publicUrl, `http://localhost:${http.port}`, `http://127.0.0.1:${http.port}`];
}

export function openAuth({ config, db, secret, log, sendConfirmation }: AuthOptions): Auth {
  const auth = betterAuth({
    appName: config.productName,
    baseURL: config.http.publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: trustedOrigins(config),
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    emailAndPassword: { enabled: true, requireEmailVerification: true, minPasswordLength: shortestPassword },
    emailVerification: {
      autoSignInAfterVerification: true,
      sendVerificationEmail: async ({ user, url }) =>
        sendConfirmation({ name: user.name, email: user.email, link: url }),
    },
    advanced: {
      cookiePrefix: 'escriba',
      database: { generateId: 'uuid' },
      // Said outright: left to itself it skips this check where NODE_ENV is test.
      disableOriginCheck: false,
      useSecureCookies: config.http.publicUrl.startsWith('https:'),
      // The web frame passes the address it trusts; any header a client sends is replaced there.
      ipAddress: { ipAddressHeaders: ['x-client-address'] },
    },
    // Counted by our own limits, in the database, together with everything else.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // What is not a refusal reaches our error handler: a database that is away is answered with 503.
    onAPIError: { throw: true },
    logger: {
      level: 'warn',
      log: (level, message, ...details: unknown[]) => {
        const err = details.find((detail) => detail instanceof Error);
        log[level]({ part: 'auth', ...(err === undefined ? {} : { err }) }, message);
      },
    },
  });
  return { handle: (request) => auth.handler(request) };
}
