import { formCsrfMiddleware, isAPIError } from 'better-auth/api';
import { errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import type { Logger } from 'pino';
import type { ErrorCode } from '#contract/errors.ts';
import type { Config } from '../../config/config.ts';
import { AppError, codeOfRefusal } from '../../errors/app-error.ts';
import type { Database } from '../db/database.ts';
import type { Sealing } from '../secrets/sealing.ts';
import { type AccessTokenClaims, openAccessTokens } from './access-tokens.ts';
import { type AuthHooks, openBetterAuth, trackTransactions } from './better-auth.ts';
import { checkGoogleDiscovery } from './google.ts';
import { openKnownDevices } from './known-devices.ts';
import { openPasswords, type Passwords } from './passwords.ts';

/** Better Auth's words on the left. What is missing here keeps only the meaning of its status. */
const codes: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong_credentials',
  EMAIL_NOT_VERIFIED: 'email_unconfirmed',
  USER_ALREADY_EXISTS: 'email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  // Two sign-ups of one address at the same moment: the database let only one of them in.
  FAILED_TO_CREATE_USER: 'conflict',
  PASSWORD_TOO_SHORT: 'password_too_short',
  INVALID_PASSWORD: 'wrong_password',
  INVALID_TOKEN: 'token_invalid',
  TOKEN_EXPIRED: 'token_invalid',
};

/** What Better Auth's refusal means in our words; its own text is English and stays here. */
export async function refusalFromResponse(response: Response): Promise<AppError> {
  const body: unknown = await response.json().catch(() => undefined);
  const word =
    typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
      ? body.code
      : '';
  if (response.status >= 500)
    return new AppError('internal', { cause: new Error(`Better Auth answered ${response.status} ${word}`) });
  return new AppError(codes[word] ?? codeOfRefusal(response.status) ?? 'internal');
}

async function signedPayload(token: string, secret: string): Promise<JWTPayload | undefined> {
  try {
    return (await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] })).payload;
  } catch (error) {
    // The signature is checked first: this one was ours, and only its hour is over.
    if (error instanceof errors.JWTExpired) return error.payload;
    return undefined;
  }
}

/**
 * The address that a link confirms, also after its hour. Only a token with our signature tells one: with a token of
 * their own, strangers could ask whether an address is confirmed.
 */
export async function emailInConfirmation(token: string, secret: string): Promise<string | undefined> {
  const { email, updateTo } = (await signedPayload(token, secret)) ?? {};
  return typeof email === 'string' && updateTo === undefined ? email : undefined;
}

type Cookie = {
  name: string;
  attributes: { path?: string | undefined; secure?: boolean | undefined; domain?: string | undefined };
};

/** What makes a browser forget its session, for answers that Better Auth does not write itself. */
export function expiredCookie({ name, attributes: { path = '/', secure = false, domain } }: Cookie): string {
  const where = domain === undefined ? `Path=${path}` : `Path=${path}; Domain=${domain}`;
  return `${name}=; Max-Age=0; ${where}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

export type AuthAnswer = {
  response: Response;
  /** Set where the response refuses: what it means in our words. */
  refusal: AppError | undefined;
};

export type Auth = Readonly<{
  /** Refuses a request that another site's page sent. Every address refuses it later by itself. */
  requireOwnOrigin: (request: Request) => Promise<void>;
  handle: (request: Request) => Promise<AuthAnswer>;
  /** The same for the addresses that speak to Google; refuses while Google cannot be reached. */
  handleWithGoogle: (request: Request) => Promise<AuthAnswer>;
  /** The session that a cookie stands for. */
  sessionOf: (cookie: string) => Promise<{ sessionId: string; userId: string; email: string } | undefined>;
  /** The id of the browser that holds these cookies, where it has been signed in to this account before. */
  knownDevice: (cookies: string, email: string) => string | undefined;
  /** Mails the link that confirms an address. Nothing is sent where no account waits for it. */
  sendConfirmation: (mail: { email: string; callbackURL: string }) => Promise<void>;
  /** The address that a link of ours confirms, also when its hour is over. */
  emailInConfirmation: (token: string) => Promise<string | undefined>;
  /** Header lines that make a browser forget its session, once the account behind it is gone. */
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
  moments: AuthHooks;
  now: () => Date;
};

type BetterAuth = ReturnType<typeof openBetterAuth>;

async function answerOf(auth: Pick<BetterAuth, 'handler'>, request: Request): Promise<AuthAnswer> {
  const response = await auth.handler(request);
  return { response, refusal: response.status < 400 ? undefined : await refusalFromResponse(response) };
}

export function openAuth({ config, db, secret, sealing, log, moments, now }: AuthOptions): Auth {
  const devices = openKnownDevices({ sealing, secure: config.http.publicUrl.startsWith('https:') });
  const setting = { config, transactions: trackTransactions(db), secret, log, moments, devices };
  const auth = openBetterAuth(setting);

  /** Opened at the first sign-in by Google, so that a Google which is away delays no start; a failure is not kept. */
  let withGoogle: Promise<BetterAuth> | undefined;
  async function openWithGoogle(): Promise<BetterAuth> {
    const { google } = config;
    if (google === undefined) throw new AppError('google_unavailable');
    await checkGoogleDiscovery(google);
    const opened = openBetterAuth({ ...setting, google });
    const { socialProviders } = await opened.$context;
    // It looks for itself, a moment later, and leaves out in silence what did not answer then.
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
    handleWithGoogle: async (request) => answerOf(await googleAuth(), request),
    sessionOf: async (cookie) => {
      const found = await auth.api.getSession({ headers: new Headers({ cookie }) });
      return found === null
        ? undefined
        : {
            sessionId: found.session.id,
            userId: found.user.id,
            email: found.user.email,
          };
    },
    knownDevice: devices.find,
    sendConfirmation: async (body) => {
      await auth.api.sendVerificationEmail({ body });
    },
    emailInConfirmation: (token) => emailInConfirmation(token, secret),
    endedCookies: async () => {
      const { sessionToken, sessionData, dontRememberToken } = (await auth.$context).authCookies;
      return [sessionToken, sessionData, dontRememberToken].map(expiredCookie);
    },
    readAccessToken: openAccessTokens({ issuer: config.http.publicUrl, loadKeys: publicKeys, now }),
    publicKeys,
    passwords: openPasswords(db, async () => (await auth.$context).password),
  };
}
