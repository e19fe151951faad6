import { readFile } from 'node:fs/promises';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type About, errorPage, homePage } from './home-page.ts';
import { sendPage } from './page/html-page.ts';
import type { SandboxLog, SandboxPart, SpeechReason } from './part.ts';

const maxBodyBytes = 10 * 1_048_576;

/** Browsers accept text/html and get a page. Scripts and the product get JSON. */
const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false;

const ownNames: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

function statusOf(error: unknown) {
  if (error instanceof z.ZodError) return 400;
  return error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
}

async function registerAssets(app: FastifyInstance) {
  const assets = [
    { path: '/sandbox.css', type: 'text/css; charset=utf-8' },
    { path: '/live.js', type: 'text/javascript; charset=utf-8' },
  ];
  for (const { path, type } of assets) {
    const content = await readFile(new URL(`./page${path}`, import.meta.url), 'utf8');
    app.get(path, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }
}

type BuildOptions = {
  parts: readonly SandboxPart[];
  speechReason?: (() => SpeechReason) | undefined;
  log: SandboxLog;
};

export async function buildSandbox({ parts, speechReason, log }: BuildOptions) {
  const app = fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true });
  let ready = false;

  const about = ({ protocol, host }: FastifyRequest): About => ({
    sandbox: 'escriba',
    ready,
    parts: parts.map(({ name, title, description, path, addresses }) => ({
      name,
      title,
      description,
      url: `${protocol}://${host}${path}`,
      addresses: ready ? (addresses?.() ?? {}) : {},
    })),
  });

  // DNS rebinding: a foreign page could resolve its own name to this machine and read the mails with sign-in links.
  app.addHook('onRequest', async (request, reply) => {
    if (ownNames.includes(request.host.replace(/:\d+$/, '').toLowerCase())) return;
    log.warn({ asked: request.host }, 'the sandbox refused a request with a foreign host name');
    return reply.code(421).send({ error: 'O sandbox só atende em localhost.' });
  });

  app.get('/', (request, reply) =>
    wantsPage(request)
      ? sendPage(reply, homePage(about(request), speechReason?.()))
      : reply.send(about(request)),
  );
  await registerAssets(app);

  // An unimplemented vendor call must not appear successful, so refuse it and log a warning.
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    log.warn({ method: request.method, path }, 'the sandbox refused a request for an unknown route');
    reply.code(404);
    const error = `O sandbox não conhece ${request.method} ${path}`;
    return wantsPage(request) ? sendPage(reply, errorPage(error)) : reply.send({ error });
  });
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status >= 500)
      log.error({ err: error, method: request.method }, 'the sandbox failed to handle a request');
    reply.code(status);
    const text =
      status >= 500
        ? 'O sandbox falhou. O motivo está no registro do servidor.'
        : 'O sandbox não entendeu o pedido.';
    return wantsPage(request) ? sendPage(reply, errorPage(text)) : reply.send({ error: text });
  });
  // Register the parts last, because a part inherits only the error handlers set before its registration.
  for (const part of parts) await app.register(async (scope) => part.register(scope));

  return {
    app,
    markReady: () => {
      ready = true;
    },
  };
}
