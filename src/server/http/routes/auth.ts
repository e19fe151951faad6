import type {
  FastifyError,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  preHandlerAsyncHookHandler,
  RouteShorthandOptions,
} from 'fastify';
import {
  ConfirmationRequestSchema,
  EmailChangeSchema,
  LinkQuerySchema,
  MagicLinkSchema,
  PasswordResetRequestSchema,
  PasswordResetSchema,
  type SignIn,
  SignInSchema,
  SignUpSchema,
  SocialSignInSchema,
} from '#contract/account.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import { requireProof } from '../../features/auth/proof/proof.ts';
import { refuseLeakedPassword } from '../../features/auth/sign-in/change-password.ts';
import { refuseUnconfirmedSignIn } from '../../features/auth/sign-in/confirm-email.ts';
import {
  isConfirmedEmail,
  refuseStaleSignIn,
  requireAccountExists,
  requireEmailAvailable,
} from '../../features/auth/sign-in/sign-in-checks.ts';
import type { SignInMailKind } from '../../features/auth/sign-in/sign-in-mail-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { authLimits } from './auth-limits.ts';
import { callbackLanding, callbackPath, readEmailChangeToken, resetLanding } from './auth-links.ts';

const maxBodyBytes = 16_384;

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<object>;
type AuthAnswer = Awaited<ReturnType<Deps['auth']['handle']>>;

/** The route's own path with its parameters filled in. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  const places = params as Record<string, string>;
  return (routeOptions.url ?? '/').replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(places[name] ?? ''),
  );
}

/**
 * Better Auth takes web standard requests. It gets the route's own path and the validated body, because a different
 * spelling of either would bypass our limits.
 */
function toWebRequest(
  request: FastifyRequest,
  { publicUrl, body = request.body }: { publicUrl: string; body?: unknown },
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set('x-client-address', request.ip);
  headers.delete('content-length');
  const url = new URL(pathOf(request), publicUrl);
  url.search = new URL(request.url, publicUrl).search;
  return new Request(url, {
    method: request.method,
    headers,
    ...(body === undefined || body === null ? {} : { body: JSON.stringify(body) }),
  });
}

/** Removes the session token from the answer, where any script could read it. It stays in its HttpOnly cookie. */
async function withoutToken(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const text = await response.text();
  // Redirects claim to be JSON but have no body.
  if (text === '') return new Response(null, { status: response.status, headers: response.headers });
  const answer = JSON.parse(text, (key, value) => (key === 'token' ? undefined : value));
  return new Response(JSON.stringify(answer), { status: response.status, headers: response.headers });
}

function redirectToErrorPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (!request.headers.accept?.includes('text/html')) throw error;
  const code = error instanceof AppError ? error.code : 'internal';
  if (code === 'internal') request.log.error({ err: error }, 'a sign-in link failed');
  return reply.redirect(`${callbackPath}?error=${code}`);
}

export function authRoutes(deps: Deps): FastifyPluginAsync {
  return async (app) => {
    // A cache in between must not give one user's session or token to another user.
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    // Only JSON: a form body would reach Better Auth unvalidated.
    app.removeAllContentTypeParsers();
    const parseJson = app.getDefaultJsonParser('error', 'error');
    app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
      if (body === '') done(null, undefined);
      else parseJson(request, body, done);
    });

    const present = async (reply: FastifyReply, { response, refusal }: AuthAnswer) => {
      if (refusal === undefined) return response;
      // A refusal may delete an invalid cookie.
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
      throw refusal;
    };
    const { publicUrl } = deps.config.http;
    const webRequest = (request: FastifyRequest) => toWebRequest(request, { publicUrl });
    const answer = async (request: FastifyRequest, reply: FastifyReply) =>
      withoutToken(await present(reply, await deps.auth.handle(webRequest(request))));
    /** When the database fails, Better Auth reports the session as ended, and the browser would sign out. */
    const token = async (request: FastifyRequest, reply: FastifyReply) => {
      const result = await deps.auth.handle(webRequest(request));
      if (result.refusal?.code === 'unauthenticated') {
        // Throws if the database is still down. If it is back, the browser retries.
        const session = await deps.auth.sessionOf(request.headers.cookie ?? '');
        if (session !== undefined) throw new AppError('database_unavailable', { retryAfterSeconds: 1 });
      }
      return present(reply, result);
    };
    const answerWithGoogle = async (request: FastifyRequest, reply: FastifyReply) =>
      withoutToken(await present(reply, await deps.auth.handleWithGoogle(webRequest(request))));
    const limits = authLimits(deps);

    // Register each route, so that Better Auth's other routes (such as its error page) stay unreachable.
    const post = (path: string, { schema, ...options }: RouteShorthandOptions, handler: Handler = answer) =>
      app.post(path, { ...options, bodyLimit: maxBodyBytes, schema: { ...schema, hide: true } }, handler);
    // Without HEAD, because mail scanners that check links would use up one-time tokens.
    const get = (path: string, options: RouteShorthandOptions = {}, handler = answer) =>
      app.get(path, { ...options, exposeHeadRoute: false, schema: { hide: true } }, handler);
    /** Links open in a browser, so errors redirect to the page on which every link ends. */
    const link = (
      path: string,
      preHandler: preHandlerAsyncHookHandler | preHandlerAsyncHookHandler[],
      handler = answer,
    ) =>
      get(
        path,
        { preHandler: [preHandler, refuseForeignReturn].flat(), errorHandler: redirectToErrorPage },
        handler,
      );

    /** Runs before the limits, so that requests from a foreign origin never count, not even temporarily. */
    const refuseForeignOrigin = async (request: FastifyRequest) =>
      deps.auth.requireOwnOrigin(webRequest(request));

    type MailRoute = { kind: SignInMailKind; schema: NonNullable<RouteShorthandOptions['schema']> };
    /** A route that sends a mail. The client chooses only the address and the page after the sign-in. */
    const mail = (path: string, { kind, schema }: MailRoute) =>
      post(path, { preHandler: refuseForeignOrigin, schema }, async (request, reply) => {
        const { email, callbackURL, redirectTo } = request.body as {
          email: string;
          callbackURL?: string;
          redirectTo?: string;
        };
        const body = {
          email,
          ...(kind === 'reset'
            ? { redirectTo: resetLanding(redirectTo) }
            : { callbackURL: callbackLanding(callbackURL), errorCallbackURL: callbackPath }),
        };
        const send = async () => {
          if (kind === 'reset') await requireAccountExists(deps, email);
          await present(reply, await deps.auth.handle(toWebRequest(request, { publicUrl, body })));
        };
        const { sentBefore } = await limits.mail(kind, request, send);
        return { status: true, sent_before: sentBefore };
      });

    /** Better Auth checks return addresses only as text; the resolved URL may be another site. */
    const refuseForeignReturn = async ({ query }: FastifyRequest) => {
      if (!LinkQuerySchema.safeParse(query).success) throw new AppError('invalid_input');
    };
    /** A link of an e-mail change needs the account's own session, so that a mistyped address gets none. */
    const refuseForeignChange = async ({ query, headers }: FastifyRequest) => {
      const change = readEmailChangeToken((query as { token?: unknown }).token);
      if (change === undefined) return;
      const session = await deps.auth.sessionOf(headers.cookie ?? '');
      // Already changed: let Better Auth report that the link is used up.
      if (session?.email === change.updateTo) return;
      if (session?.email !== change.email) throw new AppError('unauthenticated');
      await requireEmailAvailable(deps, change.updateTo);
    };
    /** A second click on a confirmation link is no error, because the account is already confirmed. */
    const tellConfirmed = async ({ query }: FastifyRequest, reply: FastifyReply) => {
      const { token, callbackURL } = query as { token?: unknown; callbackURL?: string };
      const email = typeof token === 'string' ? await deps.auth.emailInConfirmation(token) : undefined;
      if (email === undefined || !(await isConfirmedEmail(deps, email))) return;
      const landing = new URL(callbackLanding(callbackURL), publicUrl);
      landing.searchParams.set('confirmed', 'before');
      return reply.redirect(`${landing.pathname}${landing.search}`);
    };
    const refuseLeaked = async ({ body }: FastifyRequest) => {
      const { password, newPassword } = body as { password?: string; newPassword?: string };
      await refuseLeakedPassword(deps, newPassword ?? password ?? '');
    };
    /** Better Auth uses the cookie, which must belong to the same session as the bearer token. */
    const refuseOtherSession = async (request: FastifyRequest) => {
      const session = await deps.auth.sessionOf(request.headers.cookie ?? '');
      if (session?.sessionId !== actorOf(request).sessionId) throw new AppError('unauthenticated');
    };

    const refuseWithoutProof = async (request: FastifyRequest) => requireProof(deps, actorOf(request));

    post('/auth/sign-up/email', {
      preHandler: [refuseForeignOrigin, limits.signUp, refuseLeaked],
      schema: { body: SignUpSchema },
    });
    const signInRoute = { preHandler: refuseForeignOrigin, schema: { body: SignInSchema } };
    post('/auth/sign-in/email', signInRoute, async (request, reply) => {
      const { email, callbackURL } = request.body as SignIn;
      const signIn = async () => {
        const began = new Date();
        const response = await answer(request, reply);
        await refuseStaleSignIn(deps, { email, began });
        return response;
      };
      try {
        return await limits.signIn(request, signIn);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'email_unconfirmed') throw error;
        return refuseUnconfirmedSignIn(deps, { email, callbackURL: callbackLanding(callbackURL) });
      }
    });
    mail('/auth/sign-in/magic-link', { kind: 'magic-link', schema: { body: MagicLinkSchema } });
    post(
      '/auth/sign-in/social',
      { preHandler: limits.google, schema: { body: SocialSignInSchema } },
      answerWithGoogle,
    );
    mail('/auth/send-verification-email', {
      kind: 'confirmation',
      schema: { body: ConfirmationRequestSchema },
    });
    mail('/auth/request-password-reset', { kind: 'reset', schema: { body: PasswordResetRequestSchema } });
    post('/auth/reset-password', {
      preHandler: [limits.link, refuseLeaked],
      schema: { body: PasswordResetSchema },
    });
    post('/auth/change-email', {
      ...signedIn(deps),
      preHandler: [refuseOtherSession, refuseWithoutProof, limits.change],
      schema: { body: EmailChangeSchema },
    });
    // Without a limit: users who share the address of a busy office must still be able to sign out.
    post('/auth/sign-out', {});
    get('/auth/get-session');
    // The only answer with a token: scripts need it, and it lasts 15 minutes.
    get('/auth/token', {}, token);
    link('/auth/verify-email', [limits.link, refuseForeignChange, tellConfirmed]);
    link('/auth/magic-link/verify', limits.link);
    link('/auth/reset-password/:token', limits.link);
    link('/auth/callback/google', limits.google, answerWithGoogle);
  };
}

const keptSeconds = 600;

/** The public keys of access tokens, for services that verify tokens themselves. */
export function jwksRoutes({ auth }: Deps): FastifyPluginAsync {
  return async (app) => {
    app.get('/.well-known/jwks.json', { schema: { hide: true } }, async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${keptSeconds}`).type('application/json');
      return auth.publicKeys();
    });
  };
}
