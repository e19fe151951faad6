import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from '../security/security-headers.ts';

const scriptElement = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
const hasSource = /\ssrc\s*=/i;
/** Browsers never run structured data, so the content policy ignores it. */
const isData = /\stype\s*=\s*["']?application\/ld\+json/i;

/** Markup that the content policy blocks: in a browser it would fail with only a console error. */
const refused: readonly { what: string; pattern: RegExp }[] = [
  { what: 'a <style> element', pattern: /<style\b/i },
  { what: 'an inline event handler', pattern: /<[a-z][^>]*\son[a-z]+\s*=/i },
  { what: 'a javascript: address', pattern: /(?:href|src)\s*=\s*["']?javascript:/i },
];

/** The hashes with which the content policy allows the inline scripts of a page. */
export function inlineScriptHashes(html: string): string[] {
  const markup = html.replace(scriptElement, '');
  for (const { what, pattern } of refused) {
    if (pattern.test(markup)) throw new Error(`a page holds ${what}, which the content policy refuses`);
  }
  const inline = [...html.matchAll(scriptElement)].filter(
    ([, attributes = '']) => !hasSource.test(attributes) && !isData.test(attributes),
  );
  const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  return [...new Set(inline.map(([, , text = '']) => hashOf(text)))];
}

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

/** The smallest encoding that the browser accepts; a weight of zero is a refusal. */
function encodingFor(accepted = ''): Encoding {
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split(/\s*;\s*/))
      .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
      .map(([name]) => name),
  );
  if (taken.has('br')) return 'br';
  return taken.has('gzip') ? 'gzip' : 'identity';
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
    const encoding = encodingFor(request.headers['accept-encoding']);
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
