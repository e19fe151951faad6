import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#domain/format/escape-html.ts';
import { moneyText } from '#domain/format/money-text.ts';
import {
  offersMark,
  type Written,
  type WrittenText,
  writtenMark,
  writtenMarks,
} from '#domain/pages/page-placeholders.ts';
import { fillPrices } from '#domain/plans/price-placeholders.ts';

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

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

/** The best of ours that the browser takes; a weight of nought is a refusal. */
export function encodingFor(accepted = ''): Encoding {
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

/** Weak comparison (RFC 9110, 13.1.2): a proxy that compresses anew marks our tag as weak. */
const names = (header: string | undefined, tag: string) =>
  header?.split(',').some((each) => each.trim().replace(/^W\//, '') === tag) ?? false;

function openPage(text: Buffer, type: string) {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const kept = new Map<Encoding, Promise<Buffer>>();
  function encoded(encoding: Encoding) {
    const body = kept.get(encoding) ?? encoders[encoding](text);
    kept.set(encoding, body);
    return body;
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const encoding = encodingFor(request.headers['accept-encoding']);
    const tag = `"${hash}-${encoding}"`;
    reply.header('etag', tag).header('vary', 'accept-encoding');
    // A page that is missing is told as missing each time.
    if (reply.statusCode === 200 && names(request.headers['if-none-match'], tag))
      return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(type).send(await encoded(encoding));
  };
}

export type SendPrerendered = ReturnType<typeof openPage>;

type WrittenPagesOptions = { folder: string; files: readonly string[]; written: Written; offers: unknown };

/** Inside a script element only the end of it must not be read. */
const escapeScript = (json: string) =>
  json.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

function fillIn(built: string, { written, offers }: Pick<WrittenPagesOptions, 'written' | 'offers'>) {
  // The prices first: what follows is words of the operator's, in which nothing is looked for any more. Each by a
  // function: a dollar in somebody's name is a dollar, and no pattern.
  let filled = fillPrices(built, { prices: written.prices, moneyText })
    .replaceAll(`"${offersMark}"`, () => escapeScript(JSON.stringify(offers)))
    .replaceAll(writtenMark, () => escapeHtml(JSON.stringify(written)));
  for (const name of Object.keys(writtenMarks) as (keyof WrittenText)[])
    filled = filled.replaceAll(writtenMarks[name], () => escapeHtml(written[name]));
  return filled;
}

/**
 * The built files that name the address of the site. They are few and small, so they are held in memory with PUBLIC_URL
 * and the rest of the installation's words put in: whoever changes them has nothing to build anew. Each is compressed
 * once, when it is first asked for.
 */
export async function openPrerenderedPages({ folder, files, written, offers }: WrittenPagesOptions) {
  const pages = new Map<string, SendPrerendered>();
  for (const file of files) {
    const built = await readFile(`${folder}${file}`, 'utf8');
    if (!built.includes(writtenMarks.publicUrl)) continue;
    const extension = file.slice(file.lastIndexOf('.') + 1);
    const type = types[extension] ?? 'application/octet-stream';
    pages.set(file, openPage(Buffer.from(fillIn(built, { written, offers })), type));
  }
  return pages;
}
