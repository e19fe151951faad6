import { formCsrfMiddleware, isAPIError } from 'better-auth/api';
import type { JSONWebKeySet } from 'jose';
import type { Logger } from 'pino';
import type { ErrorCode } from '#contract/errors.ts';
import type { MailedLinkKind } from '#contract/mailed-links.ts';
import type { Database } from '#server/adapters/db/database.ts';
import type { Sealing } from '#server/adapters/secrets/sealing.ts';
import type { Config } from '#server/config/config.ts';
import { AppError, codeOfRefusal } from '#server/errors/app-error.ts';
import { type AccessTokenClaims, openAccessTokens } from './access-tokens.ts';
import { openAskingBrowser } from './asking-browser.ts';
import { type AuthHooks, openBetterAuth, trackTransactions } from './better-auth.ts';
import { checkGoogleDiscovery } from './google.ts';
import { openKnownDevices } from './known-devices.ts';
import { type MailedLink, openMailedLinks } from './mailed-links.ts';
import { openPasswords, type Passwords } from './passwords.ts';
import { setCookieHeader } from './set-cookie.ts';

/** Better Auth's error codes on the left. A code that is missing here is mapped by its HTTP status only. */
const codes: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong_credentials',
  EMAIL_NOT_VERIFIED: 'email_unconfirmed',
  USER_ALREADY_EXISTS: 'email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  // Two sign-ups with one address raced: the unique constraint let one through.
  FAILED_TO_CREATE_USER: 'conflict',
  PASSWORD_TOO_SHORT: 'password_too_short',
  INVALID_PASSWORD: 'wrong_password',
  INVALID_TOKEN: 'token_invalid',
  TOKEN_EXPIRED: 'token_invalid',
};

/** A GET of Better Auth reports a refusal in the redirect's address. */
function refusalInRedirect(response: Response): AppError | undefined {
  const location = response.headers.get('location');
  const word = location === null ? null : new URL(location, 'http://own.invalid').searchParams.get('error');
  return word === null ? undefined : new AppError(codes[word] ?? 'token_invalid');
}

/** Translates Better Auth's refusal to an AppError, without its English text. */
async function refusalFromResponse(response: Response): Promise<AppError> {
  const body: unknown = await response.json().catch(() => undefined);
  const word =
    typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
      ? body.code
      : '';
  if (response.status >= 500)
    return new AppError('internal', { cause: new Error(`Better Auth answered ${response.status} ${word}`) });
  return new AppError(codes[word] ?? codeOfRefusal(response.status) ?? 'internal');
}

export type AuthAnswer = {
  response: Response;
  /** Set when the response refuses the request. */
  refusal: AppError | undefined;
};

export type Auth = Readonly<{
  /** Refuses a request from another site's page early. Each route repeats this check later. */
  requireOwnOrigin: (request: Request) => Promise<void>;
  handle: (request: Request) => Promise<AuthAnswer>;
  /** `handle` for a mailed link, whose refusal is a redirect. */
  spendMailedLink: (request: Request) => Promise<AuthAnswer>;
  /** `handle` for the Google routes. Refuses while Google is unreachable. */
  handleWithGoogle: (request: Request) => Promise<AuthAnswer>;
  /** The session behind a cookie. */
  sessionOf: (cookie: string) => Promise<{ sessionId: string; userId: string; email: string } | undefined>;
  /** The browser's device id from these cookies, if this browser has signed in to this account before. */
  knownDevice: (cookies: string, email: string) => string | undefined;
  /** Mails the confirmation link. Sends nothing unless an account awaits confirmation. */
  sendConfirmation: (mail: { email: string; callbackURL: string }) => Promise<void>;
  /** The browser that asked for a mailed link. */
  askingBrowser: ReturnType<typeof openAskingBrowser>;
  /** Reads a mailed link without using it. Undefined if the token is not ours. */
  readMailedLink: (link: { kind: MailedLinkKind; token: string }) => Promise<MailedLink | undefined>;
  /** The account of a reset link, without using the link. Undefined if the link is over. */
  userOfResetLink: (token: string) => Promise<string | undefined>;
  /** Set-Cookie headers that delete the session cookies once the account is deleted. */
  endedCookies: () => Promise<string[]>;
  readAccessToken: (token: string) => Promise<AccessTokenClaims>;
  publicKeys: () => Promise<JSONWebKeySet>;
  passwords: Passwords;
}>;

type AuthOptions = {
  config: Config;
  db: Database;
  secret: string;
  sealing: Pick<Sealing, 'hash'>;
  log: Logger;
  hooks: AuthHooks;
  now: () => Date;
};

type BetterAuth = ReturnType<typeof openBetterAuth>;

async function answerOf(auth: Pick<BetterAuth, 'handler'>, request: Request): Promise<AuthAnswer> {
  const response = await auth.handler(request);
  return { response, refusal: response.status < 400 ? undefined : await refusalFromResponse(response) };
}

export function openAuth({ config, db, secret, sealing, log, hooks, now }: AuthOptions): Auth {
  const cookies = { sealing, secure: config.http.publicUrl.startsWith('https:') };
  const devices = openKnownDevices(cookies);
  const setting = { config, transactions: trackTransactions(db), secret, log, hooks, devices };
  const auth = openBetterAuth(setting);

  /** Opened lazily, so that a Google outage does not delay the start. A failed attempt is not cached. */
  let withGoogle: Promise<BetterAuth> | undefined;
  async function openWithGoogle(): Promise<BetterAuth> {
    const { google } = config;
    if (google === undefined) throw new AppError('google_unavailable');
    await checkGoogleDiscovery(google);
    const opened = openBetterAuth({ ...setting, google });
    const { socialProviders } = await opened.$context;
    // Better Auth repeats the discovery and silently drops the provider if that fails.
    if (!socialProviders.some(({ id }) => id === 'google')) throw new AppError('google_unavailable');
    return opened;
  }
  const googleAuth = () => {
    withGoogle ??= openWithGoogle().catch((error: unknown) => {
      withGoogle = undefined;
      throw error;
    });
    return withGoogle;
  };

  const publicKeys = async () => (await auth.api.getJwks()) as JSONWebKeySet;
  return {
    requireOwnOrigin: async (request) => {
      const input = { request, headers: request.headers, context: await auth.$context };
      try {
        await formCsrfMiddleware(input);
      } catch (error) {
        const code = isAPIError(error) ? codeOfRefusal(error.statusCode) : undefined;
        throw code === undefined ? error : new AppError(code, { cause: error });
      }
    },
    handle: (request) => answerOf(auth, request),
    spendMailedLink: async (request) => {
      const { response, refusal } = await answerOf(auth, request);
      return { response, refusal: refusal ?? refusalInRedirect(response) };
    },
    handleWithGoogle: async (request) => answerOf(await googleAuth(), request),
    sessionOf: async (cookie) => {
      const found = await auth.api.getSession({ headers: new Headers({ cookie }) });
      if (found === null) return undefined;
      return { sessionId: found.session.id, userId: found.user.id, email: found.user.email };
    },
    knownDevice: devices.find,
    sendConfirmation: async (body) => {
      await auth.api.sendVerificationEmail({ body });
    },
    askingBrowser: openAskingBrowser(cookies),
    readMailedLink: openMailedLinks(secret, async (identifier) =>
      (await auth.$context).internalAdapter.findVerificationValue(identifier),
    ),
    userOfResetLink: async (token) => {
      const { internalAdapter } = await auth.$context;
      return (await internalAdapter.findVerificationValue(`reset-password:${token}`))?.value;
    },
    endedCookies: async () => {
      const { sessionToken, sessionData, dontRememberToken } = (await auth.$context).authCookies;
      return [sessionToken, sessionData, dontRememberToken].map(({ name, attributes }) =>
        setCookieHeader(name, '', { ...attributes, maxAge: 0 }),
      );
    },
    readAccessToken: openAccessTokens({ issuer: config.http.publicUrl, loadKeys: publicKeys, now }),
    publicKeys,
    passwords: openPasswords(db, async () => (await auth.$context).password),
  };
}
