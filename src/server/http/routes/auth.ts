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
import type { SignInMailKind } from '../../features/auth/sign-in/sign-in-links.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { authLimits } from './auth-limits.ts';
import { callbackLanding, callbackPath, readEmailChangeToken, resetLanding } from './auth-links.ts';

const maxBodyBytes = 16_384;

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<object>;
type AuthAnswer = Awaited<ReturnType<Deps['auth']['handle']>>;

/** The route's own spelling of the address, with what stands in its places. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  const places = params as Record<string, string>;
  return (routeOptions.url ?? '/').replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(places[name] ?? ''),
  );
}

/**
 * Better Auth speaks the platform's Request and Response. It is given the route's own path and the body that was
 * checked: another spelling of either would reach it without our limits.
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

/** The session's token stays in its HttpOnly cookie: in an answer, every script of a page could read it. */
async function withoutToken(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const text = await response.text();
  // A redirection calls itself JSON and has no body.
  if (text === '') return new Response(null, { status: response.status, headers: response.headers });
  const answer = JSON.parse(text, (key, value) => (key === 'token' ? undefined : value));
  return new Response(JSON.stringify(answer), { status: response.status, headers: response.headers });
}

function redirectToErrorPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (!request.headers.accept?.includes('text/html')) throw error;
  const code = error instanceof AppError ? error.code : 'internal';
  if (code === 'internal') request.log.error({ err: error }, 'a link could not be followed');
  return reply.redirect(`${callbackPath}?error=${code}`);
}

export function authRoutes(deps: Deps): FastifyPluginAsync {
  return async (app) => {
    // Sessions and tokens, by a cookie that every request carries: no cache in between may give one person's to another.
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    // Only JSON: a form would come to Better Auth without the checks of its body.
    app.removeAllContentTypeParsers();
    const parseJson = app.getDefaultJsonParser('error', 'error');
    app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
      if (body === '') done(null, undefined);
      else parseJson(request, body, done);
    });

    const present = async (reply: FastifyReply, { response, refusal }: AuthAnswer) => {
      if (refusal === undefined) return response;
      // A refusal may take a worthless cookie back.
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
      throw refusal;
    };
    const { publicUrl } = deps.config.http;
    const webRequest = (request: FastifyRequest) => toWebRequest(request, { publicUrl });
    const answer = async (request: FastifyRequest, reply: FastifyReply) =>
      withoutToken(await present(reply, await deps.auth.handle(webRequest(request))));
    /** Better Auth takes a database that fails for a session that is over, and by that answer a browser signs out. */
    const token = async (request: FastifyRequest, reply: FastifyReply) => {
      const told = await deps.auth.handle(webRequest(request));
      if (told.refusal?.code === 'unauthenticated') {
        // Where it fails, this says so by failing; where it is back by now, the browser asks again.
        const session = await deps.auth.sessionOf(request.headers.cookie ?? '');
        if (session !== undefined) throw new AppError('database_unavailable', { retryAfterSeconds: 1 });
      }
      return present(reply, told);
    };
    const answerWithGoogle = async (request: FastifyRequest, reply: FastifyReply) =>
      withoutToken(await present(reply, await deps.auth.handleWithGoogle(webRequest(request))));
    const limits = authLimits(deps);

    // One by one, so that what Better Auth serves besides (a page of its own for errors) is not reached.
    const post = (path: string, { schema, ...options }: RouteShorthandOptions, handler: Handler = answer) =>
      app.post(path, { ...options, bodyLimit: maxBodyBytes, schema: { ...schema, hide: true } }, handler);
    // Without HEAD: programs that look ahead at the links of a mail would use up what opens only once.
    const get = (path: string, options: RouteShorthandOptions = {}, handler = answer) =>
      app.get(path, { ...options, exposeHeadRoute: false, schema: { hide: true } }, handler);
    /** Who followed a link reads a page, not JSON: what stops them is said where every link ends. */
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

    /** Before anything is counted: refused requests that are given back later would still hold others up meanwhile. */
    const refuseForeignOrigin = async (request: FastifyRequest) =>
      deps.auth.requireOwnOrigin(webRequest(request));

    type MailRoute = { kind: SignInMailKind; schema: NonNullable<RouteShorthandOptions['schema']> };
    /** A route that asks for a mail. The client chooses only the address, and the page that the sign-in leads to. */
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

    /** Better Auth looks at the text of these, and what it resolves to later may be another site. */
    const refuseForeignReturn = async ({ query }: FastifyRequest) => {
      if (!LinkQuerySchema.safeParse(query).success) throw new AppError('invalid_input');
    };
    /** The links of a change of address count only in a browser where that account is in: a mistyped one gets no session. */
    const refuseForeignChange = async ({ query, headers }: FastifyRequest) => {
      const change = readEmailChangeToken((query as { token?: unknown }).token);
      if (change === undefined) return;
      const session = await deps.auth.sessionOf(headers.cookie ?? '');
      // Already changed: Better Auth says in its own way that the link is used up.
      if (session?.email === change.updateTo) return;
      if (session?.email !== change.email) throw new AppError('unauthenticated');
      await requireEmailAvailable(deps, change.updateTo);
    };
    /** A second press on a link of the sign-up is no fault: its account is confirmed, whatever became of the link. */
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
    /** Better Auth goes by the cookie: it must belong to the session whose level the bearer token proved. */
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
    // Without a limit: whoever shares an address with a busy office must still get out.
    post('/auth/sign-out', {});
    get('/auth/get-session');
    // The one answer that is a token: of a quarter of an hour, and for scripts to read.
    get('/auth/token', {}, token);
    link('/auth/verify-email', [limits.link, refuseForeignChange, tellConfirmed]);
    link('/auth/magic-link/verify', limits.link);
    link('/auth/reset-password/:token', limits.link);
    link('/auth/callback/google', limits.google, answerWithGoogle);
  };
}

const keptSeconds = 600;

/** The public halves of the keys that sign access tokens, for whoever wants to check one by themselves. */
export function jwksRoutes({ auth }: Deps): FastifyPluginAsync {
  return async (app) => {
    app.get('/.well-known/jwks.json', { schema: { hide: true } }, async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${keptSeconds}`).type('application/json');
      return auth.publicKeys();
    });
  };
}
