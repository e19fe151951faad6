import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Deps } from '#server/deps.ts';

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

type WebRequestChanges = { method?: string; path?: string; query?: Record<string, string>; body?: unknown };

/**
 * Better Auth takes web standard requests. It gets the route's own path and the validated body, because a different
 * spelling of either would bypass our limits.
 */
function toWebRequest(request: FastifyRequest, publicUrl: string, changes: WebRequestChanges): Request {
  const { method = request.method, path = pathOf(request), query, body = request.body } = changes;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set('x-client-address', request.ip);
  headers.delete('content-length');
  const url = new URL(path, publicUrl);
  url.search =
    query === undefined ? new URL(request.url, publicUrl).search : new URLSearchParams(query).toString();
  const isSent = method !== 'GET' && body !== undefined && body !== null;
  return new Request(url, { method, headers, ...(isSent && { body: JSON.stringify(body) }) });
}

/** Removes the session token from the answer, where any script could read it. It stays in its HttpOnly cookie. */
export async function withoutToken(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const text = await response.text();
  // Redirects claim to be JSON but have no body.
  if (text === '') return new Response(null, { status: response.status, headers: response.headers });
  const answer = JSON.parse(text, (key, value) => (key === 'token' ? undefined : value));
  return new Response(JSON.stringify(answer), { status: response.status, headers: response.headers });
}

export function copyCookies(reply: FastifyReply, { headers }: Response) {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
}

export async function presentAnswer(reply: FastifyReply, { response, refusal }: AuthAnswer) {
  if (refusal === undefined) return response;
  // A refusal may delete an invalid cookie.
  copyCookies(reply, response);
  throw refusal;
}

export type AuthRequests = ReturnType<typeof authRequests>;

/** Passes requests to Better Auth, and registers routes for them. */
export function authRequests(app: FastifyInstance, { auth, config }: Pick<Deps, 'auth' | 'config'>) {
  const webRequest = (request: FastifyRequest, changes: WebRequestChanges = {}) =>
    toWebRequest(request, config.http.publicUrl, changes);
  const answer: Handler = async (request, reply) =>
    withoutToken(await presentAnswer(reply, await auth.handle(webRequest(request))));
  /** Runs before the limits, so that requests from a foreign origin never count, not even temporarily. */
  const refuseForeignOrigin = async (request: FastifyRequest) => auth.requireOwnOrigin(webRequest(request));

  // Register each route, so that Better Auth's other routes (such as its error page) stay unreachable.
  const post = (path: string, { schema, ...options }: RouteShorthandOptions, handler: Handler = answer) =>
    app.post(path, { ...options, bodyLimit: maxBodyBytes, schema: { ...schema, hide: true } }, handler);
  // Without HEAD, which would run the handler and use up what a GET may use once, such as Google's code.
  const get = (path: string, options: RouteShorthandOptions = {}, handler: Handler = answer) =>
    app.get(path, { exposeHeadRoute: false, ...options, schema: { hide: true } }, handler);
  return { webRequest, answer, refuseForeignOrigin, post, get };
}
