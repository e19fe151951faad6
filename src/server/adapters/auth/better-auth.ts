import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createEmailVerificationToken } from 'better-auth/api';
// Without the library's own database access, which would load two hundred modules.
import { betterAuth } from 'better-auth/minimal';
import { jwt } from 'better-auth/plugins/jwt';
import { magicLink } from 'better-auth/plugins/magic-link';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import { accountLinkMinutes, magicLinkMinutes } from '#domain/link-lifetimes.ts';
import { maxPasswordLength, minPasswordLength } from '#domain/password.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { accounts, sessions, signingKeys, users, verifications } from '#server/adapters/db/schema/auth.ts';
import type { Config } from '#server/config/config.ts';
import { accessTokenLifetime, signingKeyStore } from './access-tokens.ts';
import { hasVerifiedFactor } from './account-rows.ts';
import { authLogger } from './auth-log.ts';
import { type GoogleSetting, googlePlugin } from './google.ts';
import type { KnownDevices } from './known-devices.ts';

/** Better Auth does not expose its transaction, so this tracks the running one for the code inside. */
export function trackTransactions(db: Database) {
  const running = new AsyncLocalStorage<Transaction>();
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction((tx) => running.run(tx, () => work(tx)), config);
  const knowing: Database = Object.create(db, { transaction: { value: transaction } });
  return { db: knowing, running: () => running.getStore() };
}

type Recipient = { name: string; email: string; link: string };
/** The transaction that inserts the row, if there is one. Row and mail are then committed together. */
type InTransaction = { tx?: Transaction | undefined };

/** Callbacks of the product for Better Auth's events. */
export type AuthHooks = Readonly<{
  sendConfirmation: (mail: Recipient & InTransaction) => Promise<void>;
  sendNewEmailConfirmation: (mail: Recipient & { userId: string }) => Promise<void>;
  sendEmailChange: (mail: Recipient & { newEmail: string }) => Promise<void>;
  sendMagicLink: (mail: { email: string; link: string }) => Promise<void>;
  sendPasswordReset: (mail: Recipient) => Promise<void>;
  onSignedIn: (user: { userId: string }) => Promise<void>;
  onPasswordReset: (user: { userId: string; name: string; email: string }) => Promise<void>;
  /** `sessionId` is the session that changed the address, or undefined if unknown. */
  onEmailChanged: (user: {
    userId: string;
    newEmail: string;
    sessionId: string | undefined;
  }) => Promise<void>;
}>;

type BetterAuthSetting = Readonly<{
  config: Config;
  transactions: ReturnType<typeof trackTransactions>;
  secret: string;
  log: Logger;
  hooks: AuthHooks;
  devices: KnownDevices;
  google?: GoogleSetting;
}>;

/** Better Auth has checked the rest of the body. */
const SignUpSchema = z.object({
  name: z.string(),
  email: z.string().toLowerCase(),
  callbackURL: z.string().optional(),
});

const minuteS = 60;
const dayS = 86_400;
const accountLinkLifetimeS = accountLinkMinutes * minuteS;

const sessionLifetimeS = 30 * dayS;

/**
 * Better Auth logs an error of the password reset mail, or of a mail of an e-mail change, and still answers with
 * success. The user would wait in vain, and the lost reset mail would count towards its limit. This plugin rethrows the
 * error. Better Auth itself reports an error of the confirmation mail and of the magic link.
 */
const propagateMailErrors: BetterAuthPlugin = {
  id: 'mail-errors-propagate',
  init: () => ({
    context: {
      runInBackgroundOrAwait: async (task: unknown) => {
        await task;
      },
    },
  }),
};

/** In development the server answers on both localhost and 127.0.0.1, and developers use either. */
function trustedOrigins({ http, production }: Config) {
  if (production) return [http.publicUrl];
  return [http.publicUrl, `http://localhost:${http.port}`, `http://127.0.0.1:${http.port}`];
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
        next_aal: (await hasVerifiedFactor(db, user.id)) ? 'aal2' : session.aal,
        sid: session.id,
      }),
    },
  });
}

/**
 * Queues the mail in the transaction that inserts the account: both are kept, or none. An account without its mail
 * could never be confirmed.
 */
async function sendSignUpConfirmation(
  { hooks, transactions }: BetterAuthSetting,
  { userId }: { userId: string },
  endpoint: GenericEndpointContext | null,
) {
  if (endpoint?.path !== '/sign-up/email') return;
  const { name, email, callbackURL = '/' } = SignUpSchema.parse(endpoint.body);
  const { secret, baseURL } = endpoint.context;
  const token = await createEmailVerificationToken(secret, email, undefined, accountLinkLifetimeS, {
    userId,
  });
  const link = `${baseURL}/verify-email?token=${token}&callbackURL=${encodeURIComponent(callbackURL)}`;
  await hooks.sendConfirmation({ name, email, link, tx: transactions.running() });
}

export function openBetterAuth(setting: BetterAuthSetting) {
  const { config, transactions, secret, log, hooks, devices, google } = setting;
  const { db } = transactions;
  /** True for an address change. Without this check, the owner of a changed account would get the sign-up mail. */
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
          hooks.sendEmailChange({ name: user.name, email: user.email, newEmail, link: url }),
      },
    },
    session: {
      expiresIn: sessionLifetimeS,
      updateAge: dayS,
      additionalFields: { aal: { type: 'string', input: false, defaultValue: 'aal1' } },
    },
    account: { encryptOAuthTokens: true },
    // A leaked copy of the table must not contain usable links.
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: minPasswordLength,
      maxPasswordLength: maxPasswordLength,
      resetPasswordTokenExpiresIn: accountLinkLifetimeS,
      revokeSessionsOnPasswordReset: true,
      // Better Auth would invent a user, so that the answer hides the account. Ours reveals it: decision 009.
      customSyntheticUser: () => {
        throw new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS', message: '' });
      },
      sendResetPassword: async ({ user, url }) =>
        hooks.sendPasswordReset({ name: user.name, email: user.email, link: url }),
      onPasswordReset: async ({ user }) => {
        await hooks.onPasswordReset({ userId: user.id, name: user.name, email: user.email });
      },
    },
    emailVerification: {
      expiresIn: accountLinkLifetimeS,
      autoSignInAfterVerification: true,
      // Better Auth would send it after the transaction and only log an error: see sendSignUpConfirmation.
      sendOnSignUp: false,
      // The sign-in route sends it. Here every sign-in would send another mail, unknown to the screen.
      sendOnSignIn: false,
      sendVerificationEmail: async ({ user, url }) => {
        const { name, email } = user;
        if (await isChange(user.id, email))
          await hooks.sendNewEmailConfirmation({ userId: user.id, name, email, link: url });
        else await hooks.sendConfirmation({ name, email, link: url });
      },
    },
    databaseHooks: {
      account: {
        create: { before: (account, context) => sendSignUpConfirmation(setting, account, context) },
      },
      session: {
        create: {
          // A link works once, so a failed profile must not spend it. The next call creates the profile.
          after: async ({ userId }) =>
            hooks.onSignedIn({ userId }).catch((err: unknown) => {
              log.error({ part: 'auth', err }, 'creating the profile at sign-in failed');
            }),
        },
      },
      user: {
        update: {
          after: async ({ id, email }, context) =>
            hooks.onEmailChanged({
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
        expiresIn: magicLinkMinutes * minuteS,
        storeToken: 'hashed',
        sendMagicLink: async ({ email, url }) => hooks.sendMagicLink({ email, link: url }),
      }),
      ...(google === undefined ? [] : [googlePlugin(google, db)]),
    ],
    advanced: {
      cookiePrefix: 'escriba',
      database: { generateId: 'uuid' },
      // Explicit, because Better Auth skips this check by default when NODE_ENV is test.
      disableOriginCheck: false,
      useSecureCookies: config.http.publicUrl.startsWith('https:'),
      // The server sets this header to the address it trusts and overwrites any value from the client.
      ipAddress: { ipAddressHeaders: ['x-client-address'] },
    },
    // Our own rate limits count these requests in the database.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Errors other than refusals reach our error handler, which answers 503 when the database is down.
    onAPIError: { throw: true, errorURL: `${config.http.publicUrl}/auth/callback` },
    logger: { level: 'warn', log: authLogger(log) },
  });
}
