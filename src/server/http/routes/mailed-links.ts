import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callbackLanding, callbackPath, resetLanding } from '#contract/landings.ts';
import {
  type MailedLinkKind,
  type OpenedLink,
  type OpenLink,
  OpenLinkSchema,
} from '#contract/mailed-links.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { checkMailedLink } from '#server/features/auth/sign-in/check-mailed-link.ts';
import type { authLimits } from './auth-limits.ts';
import type { AuthRequests } from './auth-requests.ts';
import { copyCookies, presentAnswer } from './auth-requests.ts';

/** Anyone can forge a link, so its return address may lead only to the landing. */
const LinkQuerySchema = z.object({ token: z.string().default(''), callbackURL: callbackLanding });
const ResetQuerySchema = z.object({ callbackURL: resetLanding });

function readQuery<T>(schema: z.ZodType<T>, { query }: FastifyRequest): T {
  const read = schema.safeParse(query);
  if (!read.success) throw new AppError('invalid_input');
  return read.data;
}

/** Links open in a browser, so errors redirect to the page on which every link ends. */
export function redirectToErrorPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (!request.headers.accept?.includes('text/html')) throw error;
  const code = error instanceof AppError ? error.code : 'internal';
  if (code === 'internal') request.log.error({ err: error }, 'a sign-in link failed');
  return reply.redirect(`${callbackPath}?error=${code}`);
}

/** The call of Better Auth that uses a link. */
const calls = {
  'magic-link': '/api/auth/magic-link/verify',
  'confirm-email': '/api/auth/verify-email',
  'change-email': '/api/auth/verify-email',
} as const satisfies Record<MailedLinkKind, string>;

type Parts = AuthRequests & { limits: ReturnType<typeof authLimits> };

/**
 * Mail scanners open every link with GET. So the GET of a link only leads to the page, and the page's POST uses the
 * link. The token is in the fragment, which the browser keeps out of logs and of the Referer header.
 */
export function mailedLinkRoutes(deps: Deps, { webRequest, refuseForeignOrigin, post, get, limits }: Parts) {
  const errorHandler = redirectToErrorPage;
  type ToPage = { kind: MailedLinkKind; token: string; landing: string };
  const toPage = (reply: FastifyReply, { kind, token, landing }: ToPage) =>
    reply.redirect(`${landing}#${new URLSearchParams({ link: kind, token })}`);

  get('/auth/magic-link/verify', { errorHandler, exposeHeadRoute: true }, async (request, reply) => {
    const { token, callbackURL: landing } = readQuery(LinkQuerySchema, request);
    return toPage(reply, { kind: 'magic-link', token, landing });
  });
  get('/auth/verify-email', { errorHandler, exposeHeadRoute: true }, async (request, reply) => {
    const { token, callbackURL: landing } = readQuery(LinkQuerySchema, request);
    const change = await deps.auth.readMailedLink({ kind: 'change-email', token });
    // A change needs the session of its account, so no other page may follow it.
    if (change !== undefined) return toPage(reply, { kind: 'change-email', token, landing: callbackPath });
    return toPage(reply, { kind: 'confirm-email', token, landing });
  });
  // The page behind it asks for the new password, so this link changes nothing by itself.
  get('/auth/reset-password/:token', { errorHandler, preHandler: limits.link }, async (request, reply) => {
    const query = readQuery(ResetQuerySchema, request);
    return presentAnswer(reply, await deps.auth.handle(webRequest(request, { query })));
  });

  post(
    '/auth/open-link',
    { preHandler: [refuseForeignOrigin, limits.openLink], schema: { body: OpenLinkSchema } },
    async (request, reply): Promise<OpenedLink> => {
      const link = request.body as OpenLink;
      const check = await checkMailedLink(deps, { ...link, cookies: request.headers.cookie ?? '' });
      if (check.status !== 'opens') return check;
      const call = { method: 'GET', path: calls[link.kind], query: { token: link.token } };
      const spent = await deps.auth.spendMailedLink(webRequest(request, call));
      copyCookies(reply, await presentAnswer(reply, spent));
      return { status: 'opened' };
    },
  );
}
