import { AsyncLocalStorage } from 'node:async_hooks';
import { APIError, type BetterAuthPlugin, betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { jwt, magicLink } from 'better-auth/plugins';
import { and, eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import { maxPasswordLength, minPasswordLength } from '#domain/password.ts';
import type { Config } from '../../config/config.ts';
import type { Database, Transaction } from '../db/database.ts';
import { accounts, factors, sessions, signingKeys, users, verifications } from '../db/schema/auth.ts';
import { accessTokenLifetime, signingKeyStore } from './access-tokens.ts';
import { authLogger } from './auth-log.ts';
import { type GoogleSetting, googlePlugin } from './google.ts';
import type { KnownDevices } from './known-devices.ts';

/** Better Auth keeps its transaction to itself; this tells what runs inside it which one it is. */
export function trackTransactions(db: Database) {
  const running = new AsyncLocalStorage<Transaction>();
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction((tx) => running.run(tx, () => work(tx)), config);
  const knowing: Database = Object.create(db, { transaction: { value: transaction } });
  return { db: knowing, running: () => running.getStore() };
}

type Somebody = { name: string; email: string; link: string };
/** The transaction that makes the row, where there is one: row and mail are kept together, or neither is. */
type InTransaction = { tx: Transaction | undefined };

/** What the product does when the sign-in comes to one of these moments. */
export type AuthHooks = Readonly<{
  sendConfirmation: (mail: Somebody & InTransaction) => Promise<void>;
  sendNewEmailConfirmation: (mail: Somebody & { userId: string }) => Promise<void>;
  sendEmailChange: (mail: Somebody & { newEmail: string }) => Promise<void>;
  sendMagicLink: (mail: { email: string; link: string }) => Promise<void>;
  sendPasswordReset: (mail: Somebody) => Promise<void>;
  onSignedIn: (who: { userId: string }) => Promise<void>;
  onPasswordReset: (who: { userId: string; name: string; email: string }) => Promise<void>;
  /** The session by which it was done, or undefined where that is not known. */
  onEmailChanged: (who: { userId: string; newEmail: string; sessionId: string | undefined }) => Promise<void>;
}>;

export type BetterAuthSetting = Readonly<{
  config: Config;
  transactions: ReturnType<typeof trackTransactions>;
  secret: string;
  log: Logger;
  moments: AuthHooks;
  devices: KnownDevices;
  google?: GoogleSetting;
}>;

const minuteS = 60;
const dayS = 86_400;
const magicLinkLifetimeS = 15 * minuteS;

/**
 * The library decodes the return address of a magic link once more than it encodes it. An address with a query of its
 * own would come back without the rest of that query.
 */
function reencodeReturnUrl(link: string): string {
  const url = new URL(link);
  for (const name of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
    const value = url.searchParams.get(name);
    if (value !== null) url.searchParams.set(name, value.replaceAll('%', '%25'));
  }
  return url.toString();
}
const sessionLifetimeS = 30 * dayS;

/**
 * Better Auth logs a mail that could not be sent and answers that all went well: the account would be there, its
 * confirmation lost, and no second one would ever come. Here the fault goes on and undoes the sign-up.
 */
const propagateMailErrors: BetterAuthPlugin = {
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

async function requiresSecondFactor(db: Database, userId: string) {
  const [factor] = await db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.status, 'verified')))
    .limit(1);
  return factor !== undefined;
}

function accessTokens({ transactions: { db }, secret, config }: BetterAuthSetting) {
  return jwt({
    ...signingKeyStore({ db, secret }),
    disableSettingJwtHeader: true,
    jwt: {
      issuer: config.http.publicUrl,
      audience: config.http.publicUrl,
      expirationTime: accessTokenLifetime,
      definePayload: async ({ user, session }) => ({
        email: user.email,
        aal: session.aal,
        next_aal: (await requiresSecondFactor(db, user.id)) ? 'aal2' : session.aal,
        sid: session.id,
      }),
    },
  });
}

export function openBetterAuth(setting: BetterAuthSetting) {
  const { config, transactions, secret, log, moments, devices, google } = setting;
  const { db } = transactions;
  /** The address of a changed account is confirmed by the mail of a new one otherwise. */
  const isChange = async (userId: string, email: string) => {
    const [kept] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
    return kept !== undefined && kept.email !== email;
  };

  return betterAuth({
    appName: config.productName,
    baseURL: config.http.publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: trustedOrigins(config),
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: {
        user: users,
        session: sessions,
        account: accounts,
        verification: verifications,
        jwks: signingKeys,
      },
    }),
    user: {
      additionalFields: {
        occupation: { type: 'string', required: false, returned: false },
        use_case: { type: 'string', required: false, returned: false, fieldName: 'useCase' },
        how_found: { type: 'string', required: false, returned: false, fieldName: 'howFound' },
      },
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: async ({ user, newEmail, url }) =>
          moments.sendEmailChange({ name: user.name, email: user.email, newEmail, link: url }),
      },
    },
    session: {
      expiresIn: sessionLifetimeS,
      updateAge: dayS,
      additionalFields: { aal: { type: 'string', input: false, defaultValue: 'aal1' } },
    },
    account: { encryptOAuthTokens: true },
    // A copy of the table must not hold links that still open accounts.
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: minPasswordLength,
      maxPasswordLength: maxPasswordLength,
      revokeSessionsOnPasswordReset: true,
      // Answered as the product's texts want it, though it tells that the account exists: decision 009.
      onExistingUserSignUp: async () => {
        throw new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS', message: '' });
      },
      sendResetPassword: async ({ user, url }) =>
        moments.sendPasswordReset({ name: user.name, email: user.email, link: url }),
      onPasswordReset: async ({ user }) => {
        await moments.onPasswordReset({ userId: user.id, name: user.name, email: user.email });
      },
    },
    emailVerification: {
      autoSignInAfterVerification: true,
      sendOnSignUp: true,
      // The sign-in's route sends it: each sign-in would send another mail here, and the screen would not know.
      sendOnSignIn: false,
      sendVerificationEmail: async ({ user, url }) => {
        const { name, email } = user;
        // Asked only outside a sign-up, whose row nobody but its own transaction sees yet.
        const tx = transactions.running();
        if (tx === undefined && (await isChange(user.id, email)))
          await moments.sendNewEmailConfirmation({ userId: user.id, name, email, link: url });
        else await moments.sendConfirmation({ name, email, link: url, tx });
      },
    },
    databaseHooks: {
      session: {
        create: {
          // A link opens once: a profile that could not be made must not cost it. The next call makes it.
          after: async ({ userId }) =>
            moments.onSignedIn({ userId }).catch((err: unknown) => {
              log.error({ part: 'auth', err }, 'a profile could not be opened at the sign-in');
            }),
        },
      },
      user: {
        update: {
          after: async ({ id, email }, context) =>
            moments.onEmailChanged({
              userId: id,
              newEmail: email,
              sessionId: context?.context.session?.session.id,
            }),
        },
      },
    },
    plugins: [
      propagateMailErrors,
      devices.plugin,
      accessTokens(setting),
      magicLink({
        expiresIn: magicLinkLifetimeS,
        storeToken: 'hashed',
        sendMagicLink: async ({ email, url }) =>
          moments.sendMagicLink({ email, link: reencodeReturnUrl(url) }),
      }),
      ...(google === undefined ? [] : [googlePlugin(google, db)]),
    ],
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
    onAPIError: { throw: true, errorURL: `${config.http.publicUrl}/auth/callback` },
    logger: { level: 'warn', log: authLogger(log) },
  });
}
