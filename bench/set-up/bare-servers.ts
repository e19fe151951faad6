/** The reference servers for list and upload. Each runs in its own process. */
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import fastify from 'fastify';

const sendPort = (address: unknown) => process.send?.({ port: (address as AddressInfo).port });

/** Serves the content that the parent process sends, from a bare Fastify route. */
function serveAnswer() {
  const app = fastify();
  let content = '';
  app.get('/', async (_request, reply) => {
    reply.type('application/json; charset=utf-8');
    return content;
  });
  process.once('message', async (message: { content: string }) => {
    content = message.content;
    await app.listen({ host: '127.0.0.1', port: 0 });
    sendPort(app.server.address());
  });
}

/** Node's HTTP server pipes each request into the file. */
function serveUploads(path: string) {
  const server = createServer(async (request, response) => {
    await pipeline(request, createWriteStream(path));
    response.end();
  }).listen(0, '127.0.0.1', () => sendPort(server.address()));
}

const [, , path] = process.argv;
if (path === undefined) serveAnswer();
else serveUploads(path);
process.once('disconnect', () => process.exit());
