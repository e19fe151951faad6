import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import {
  AccountChangeSchema,
  ConfirmationRequestSchema,
  PasswordChangeSchema,
  SignInSchema,
  SignUpSchema,
} from '#contract/account.ts';
import type { Deps } from '../../deps.ts';
import { addressOf, limitedBy } from '../limits.ts';

const maxBodyBytes = 16_384;
const quarterHourMs = 900_000;
const hourMs = 3_600_000;
const tooManySignIns = 'Muitas tentativas de login. Aguarde alguns minutos e tente novamente.';

function limitsOf(deps: Deps) {
  const emailOf = (request: FastifyRequest) => (request.body as { email: string }).email;
  const perAddress = { windowMs: quarterHourMs, keyOf: addressOf };
  return {
    signIn: limitedBy(
      deps,
      { ...perAddress, name: 'sign-in', max: 20, text: tooManySignIns },
      { ...perAddress, name: 'sign-in-account', max: 5, keyOf: emailOf, text: tooManySignIns },
    ),
    signUp: limitedBy(deps, { name: 'sign-up', max: 10, windowMs: hourMs, keyOf: addressOf }),
    mail: limitedBy(
      deps,
      { ...perAddress, name: 'auth-mail-address', max: 20 },
      {
        name: 'auth-mail',
        max: 3,
        windowMs: hourMs,
        keyOf: (request) => `${emailOf(request)}:${addressOf(request)}`,
      },
    ),
    change: limitedBy(deps, { ...perAddress, name: 'account-change', max: 60 }),
  };
}

/**
 * Better Auth speaks the platform's Request and Response. It is given the route's own path and the body that was
 * checked: another spelling of either would reach it without our limits.
 */
function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set('x-client-address', request.ip);
  headers.delete('content-length');
  const url = new URL(request.routeOptions.url ?? '/', publicUrl);
  url.search = new URL(request.url, publicUrl).search;
  const { body } = request;
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

export function authRoutes(deps: Deps): FastifyPluginAsync {
  return async (app) => {
    // Only JSON: a form would come to Better Auth without the checks of its body.
    app.removeAllContentTypeParsers();
    const parseJson = app.getDefaultJsonParser('error', 'error');
    app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
      if (body === '') done(null, undefined);
      else parseJson(request, body, done);
    });

    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const { response, refusal } = await deps.auth.handle(toWebRequest(request, deps.config.http.publicUrl));
      if (refusal === undefined) return withoutToken(response);
      // A refusal may take a worthless cookie back.
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
      throw refusal;
    };
    // One by one, so that what Better Auth serves besides (a page of its own for errors) is not reached.
    const post = (path: string, { schema, ...options }: RouteShorthandOptions) =>
      app.post(path, { ...options, bodyLimit: maxBodyBytes, schema: { ...schema, hide: true } }, answer);
    const limits = limitsOf(deps);

    post('/auth/sign-up/email', { preHandler: limits.signUp, schema: { body: SignUpSchema } });
    post('/auth/sign-in/email', { preHandler: limits.signIn, schema: { body: SignInSchema } });
    post('/auth/send-verification-email', {
      preHandler: limits.mail,
      schema: { body: ConfirmationRequestSchema },
    });
    post('/auth/update-user', { preHandler: limits.change, schema: { body: AccountChangeSchema } });
    post('/auth/change-password', { preHandler: limits.change, schema: { body: PasswordChangeSchema } });
    // Without a limit: whoever shares an address with a busy office must still get out.
    post('/auth/sign-out', {});
    app.get('/auth/get-session', { schema: { hide: true } }, answer);
    app.get('/auth/verify-email', { schema: { hide: true } }, answer);
  };
}
