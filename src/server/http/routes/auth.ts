import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { z } from 'zod';
import {
  ConfirmationRequestSchema,
  EmailChangeSchema,
  MagicLinkSchema,
  PasswordResetRequestSchema,
  PasswordResetSchema,
  SignInSchema,
  SignUpSchema,
  SocialSignInSchema,
} from '#contract/account.ts';
import type { MailedLinkKind } from '#contract/mailed-links.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { requireProof } from '#server/features/auth/proof/proof.ts';
import {
  refuseGuessablePassword,
  refuseGuessableReset,
} from '#server/features/auth/sign-in/change-password.ts';
import { refuseUnconfirmedSignIn } from '#server/features/auth/sign-in/confirm-email.ts';
import { refuseStaleSignIn, requireAccountExists } from '#server/features/auth/sign-in/sign-in-checks.ts';
import type { SignInMailKind } from '#server/features/auth/sign-in/sign-in-mail-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { authLimits } from './auth-limits.ts';
import { authRequests, presentAnswer, withoutToken } from './auth-requests.ts';
import { mailedLinkRoutes, redirectToErrorPage } from './mailed-links.ts';

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

    const requests = authRequests(app, deps);
    const { webRequest, answer, refuseForeignOrigin, post, get } = requests;
    /** When the database fails, Better Auth reports the session as ended, and the browser would sign out. */
    const token = async (request: FastifyRequest, reply: FastifyReply) => {
      const result = await deps.auth.handle(webRequest(request));
      if (result.refusal?.code === 'unauthenticated') {
        // Throws if the database is still down. If it is back, the browser retries.
        const session = await deps.auth.sessionOf(request.headers.cookie ?? '');
        if (session !== undefined) throw new AppError('database_unavailable', { retryAfterSeconds: 1 });
      }
      return presentAnswer(reply, result);
    };
    const answerWithGoogle = async (request: FastifyRequest, reply: FastifyReply) =>
      withoutToken(await presentAnswer(reply, await deps.auth.handleWithGoogle(webRequest(request))));
    const limits = authLimits(deps);

    type MailRoute = { kind: SignInMailKind; schema: NonNullable<RouteShorthandOptions['schema']> };
    /** Lets this browser open the mail's link without a press. */
    const rememberAsking = (
      request: FastifyRequest,
      reply: FastifyReply,
      link: { kind: MailedLinkKind; email: string },
    ) => {
      const { cookie = '' } = request.headers;
      return reply.header('set-cookie', deps.auth.askingBrowser.cookieFor(cookie, link));
    };
    const linkOf = { 'magic-link': 'magic-link', confirmation: 'confirm-email', reset: undefined } as const;
    /** A route that sends a mail. The client chooses only the address and the page after the sign-in. */
    const mail = (path: string, { kind, schema }: MailRoute) =>
      post(path, { preHandler: refuseForeignOrigin, schema }, async (request, reply) => {
        const { email } = request.body as { email: string };
        const send = async () => {
          if (kind === 'reset') await requireAccountExists(deps, email);
          await presentAnswer(reply, await deps.auth.handle(webRequest(request)));
        };
        const { sentBefore } = await limits.mail(kind, request, send);
        const link = linkOf[kind];
        if (link !== undefined) rememberAsking(request, reply, { kind: link, email });
        return { status: true, sent_before: sentBefore };
      });

    const refuseGuessableSignUp = async ({ body }: FastifyRequest) => {
      const account = body as z.output<typeof SignUpSchema>;
      await refuseGuessablePassword(deps, account.password, account);
    };
    const refuseReset = async ({ body }: FastifyRequest) =>
      refuseGuessableReset(deps, body as z.output<typeof PasswordResetSchema>);
    /** Better Auth uses the cookie, which must belong to the same session as the bearer token. */
    const refuseOtherSession = async (request: FastifyRequest) => {
      const session = await deps.auth.sessionOf(request.headers.cookie ?? '');
      if (session?.sessionId !== actorOf(request).sessionId) throw new AppError('unauthenticated');
    };

    const refuseWithoutProof = async (request: FastifyRequest) => requireProof(deps, actorOf(request));

    post(
      '/auth/sign-up/email',
      {
        preHandler: [refuseForeignOrigin, limits.signUp, refuseGuessableSignUp],
        schema: { body: SignUpSchema },
      },
      async (request, reply) => {
        const response = await answer(request, reply);
        const { email } = request.body as z.output<typeof SignUpSchema>;
        rememberAsking(request, reply, { kind: 'confirm-email', email });
        return response;
      },
    );
    const signInRoute = { preHandler: refuseForeignOrigin, schema: { body: SignInSchema } };
    post('/auth/sign-in/email', signInRoute, async (request, reply) => {
      const { email, callbackURL } = request.body as z.output<typeof SignInSchema>;
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
        rememberAsking(request, reply, { kind: 'confirm-email', email });
        return refuseUnconfirmedSignIn(deps, { email, callbackURL });
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
      preHandler: [limits.link, refuseReset],
      schema: { body: PasswordResetSchema },
    });
    post(
      '/auth/change-email',
      {
        ...signedIn(deps),
        preHandler: [refuseOtherSession, refuseWithoutProof, limits.change],
        schema: { body: EmailChangeSchema },
      },
      async (request, reply) => {
        const response = await answer(request, reply);
        const { newEmail } = request.body as { newEmail: string };
        rememberAsking(request, reply, { kind: 'change-email', email: newEmail });
        return response;
      },
    );
    // Without a limit: users who share the address of a busy office must still be able to sign out.
    post('/auth/sign-out', {});
    get('/auth/get-session');
    // The only answer with a token: scripts need it, and it lasts 15 minutes.
    get('/auth/token', {}, token);
    mailedLinkRoutes(deps, { ...requests, limits });
    get(
      '/auth/callback/google',
      { preHandler: limits.google, errorHandler: redirectToErrorPage },
      answerWithGoogle,
    );
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
