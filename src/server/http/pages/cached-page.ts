import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from '../security/security-headers.ts';
import { inlineScriptHashes } from './inline-scripts.ts';

type Encoding = 'br' | 'gzip' | 'identity';

const encoders = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
  identity: async (text: Buffer) => text,
} satisfies Record<Encoding, (text: Buffer) => Promise<Buffer>>;

/** The smallest encoding that the browser accepts; a weight of zero is a refusal, and `*` any that has no own weight. */
export function acceptedEncoding(accepted = ''): Encoding {
  const isAccepted = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split(/\s*;\s*/))
      .map(([name = '', weight]) => [name.replace(/^x-/, ''), !/^q=0(\.0*)?$/.test(weight ?? '')]),
  );
  const takes = (encoding: Encoding) => isAccepted.get(encoding) ?? isAccepted.get('*') ?? false;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** Weak comparison (RFC 9110, 13.1.2), because a proxy that recompresses the page marks our tag as weak. */
const matchesTag = (header: string | undefined, tag: string) =>
  header?.split(',').some((each) => each.trim().replace(/^W\//, '') === tag) ?? false;

/** Keeps a page in memory and compresses it once per encoding, at the first request that accepts it. */
export function cachePage(text: string, type: string) {
  const bytes = Buffer.from(text);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const bodies = new Map<Encoding, Promise<Buffer>>();
  function encoded(encoding: Encoding) {
    const body = bodies.get(encoding) ?? encoders[encoding](bytes);
    bodies.set(encoding, body);
    return body;
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const tag = `"${hash}-${encoding}"`;
    reply.header('etag', tag).header('vary', 'accept-encoding');
    // The "not found" page must keep its 404.
    if (reply.statusCode === 200 && matchesTag(request.headers['if-none-match'], tag))
      return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(type).send(await encoded(encoding));
  };
}

/** A page of HTML with the content policy that allows its inline scripts. */
export const cacheHtml = (html: string) => ({
  send: cachePage(html, 'text/html; charset=utf-8'),
  policy: contentSecurityPolicy(inlineScriptHashes(html)),
});
export type CachedHtml = ReturnType<typeof cacheHtml>;
