import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { Logger } from 'pino';
import { longestPassword, shortestPassword } from '#contract/account.ts';
import type { AppError } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Database, Transaction } from '../db/database.ts';
import { accounts, sessions, users, verifications } from '../db/schema/auth.ts';
import { logOfAuth } from './log-of-auth.ts';
import { refusalOf } from './refusal.ts';
import { knownTransactions } from './running-transaction.ts';

export type Confirmation = {
  name: string;
  email: string;
  link: string;
  /** The one that makes the account, where there is one: account and mail are kept together, or neither is. */
  tx: Transaction | undefined;
};

type AuthOptions = {
  config: Config;
  db: Database;
  secret: string;
  log: Logger;
  sendConfirmation: (confirmation: Confirmation) => Promise<void>;
};

export type AuthAnswer = {
  response: Response;
  /** Set where the response refuses: what it means in our words. */
  refusal: AppError | undefined;
};

export type Auth = Readonly<{ handle: (request: Request) => Promise<AuthAnswer> }>;

/**
 * Better Auth logs a mail that could not be sent and answers that all went well: the account would be there, its
 * confirmation lost, and no second one would ever come. Here the fault goes on and undoes the sign-up.
 */
const mailFaultsCount: BetterAuthPlugin = {
  id: 'mail-faults-count',
  init: () => ({
    context: {
      runInBackgroundOrAwait: async (task: unknown) => {
        await task;
      },
    },
  }),
};

/** In development the product answers by both names of this machine, and people type either. */
function trustedOrigins({ http, production }: Config) {
  if (production) return [http.publicUrl];
  return [http.publicUrl, `http://localhost:${http.port}`, `http://127.0.0.1:${http.port}`];
}

export function openAuth({ config, db, secret, log, sendConfirmation }: AuthOptions): Auth {
  const transactions = knownTransactions(db);
  const auth = betterAuth({
    appName: config.productName,
    baseURL: config.http.publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: trustedOrigins(config),
    database: drizzleAdapter(transactions.db, {
      provider: 'pg',
      transaction: true,
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
    },
    emailVerification: {
      autoSignInAfterVerification: true,
      sendOnSignUp: true,
      // Who lost the first mail gets another by the way they know.
      sendOnSignIn: true,
      sendVerificationEmail: async ({ user, url }) =>
        sendConfirmation({ name: user.name, email: user.email, link: url, tx: transactions.running() }),
    },
    plugins: [mailFaultsCount],
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
    logger: { level: 'warn', log: logOfAuth(log) },
  });
  return {
    handle: async (request) => {
      const response = await auth.handler(request);
      return { response, refusal: response.status < 400 ? undefined : await refusalOf(response) };
    },
  };
}
