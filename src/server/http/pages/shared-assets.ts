import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { readWebAsset, shareWebAssets, type WebAssetFile } from '#server/features/web-assets/web-assets.ts';
import { acceptedEncoding } from './cached-page.ts';

const types: Readonly<Record<string, string>> = {
  js: 'application/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
};
const typeOf = (name: string) => types[name.slice(name.lastIndexOf('.') + 1)];

/** The files of a build as the database keeps them: compressed, if the build compressed them. */
async function filesOf(folder: string): Promise<WebAssetFile[]> {
  const all = new Set(await readdir(folder));
  // In one order everywhere: two processes that update the same rows in different orders would deadlock.
  const names = [...all].filter((name) => !/\.(br|gz)$/.test(name)).sort();
  const unknown = names.find((name) => typeOf(name) === undefined);
  // It would be missing only during an upgrade, when no test looks.
  if (unknown !== undefined) throw new Error(`shared-assets.ts does not know the type of ${unknown}`);
  return names.map((name) => {
    const isCompressed = all.has(`${name}.br`);
    const file = `${folder}/${isCompressed ? `${name}.br` : name}`;
    return {
      name,
      read: async () => ({ body: await readFile(file), encoding: isCompressed ? 'br' : 'identity' }),
    };
  });
}

/**
 * Shares the files of this process's build with the other web processes, and finds the files of theirs. Without it a
 * page of the new build would lack its scripts whenever the proxy sends their requests to a process of the old one.
 */
export async function openSharedAssets(app: FastifyInstance, deps: Deps, folder: string) {
  const files = await filesOf(folder);
  await shareWebAssets(deps, files);

  // A process that runs for months must not let the sweep take the files that its pages name.
  const daily = setInterval(() => {
    shareWebAssets(deps, files).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the files of the pages are not shared'),
    );
  }, dayMs).unref();
  app.addHook('onClose', async () => clearInterval(daily));

  /** Returns false if no recent build has this file. */
  return async (name: string, request: FastifyRequest, reply: FastifyReply, cacheControl: string) => {
    const type = typeOf(name);
    const asset = type === undefined ? undefined : await readWebAsset(deps, name);
    if (type === undefined || asset === undefined) return false;
    const { body, encoding } = asset;
    const goesCompressed = encoding === 'br' && acceptedEncoding(request.headers['accept-encoding']) === 'br';
    if (goesCompressed) reply.header('content-encoding', 'br');
    reply.type(type).header('vary', 'accept-encoding').header('cache-control', cacheControl);
    await reply.send(encoding === 'br' && !goesCompressed ? await promisify(brotliDecompress)(body) : body);
    return true;
  };
}
