/** The reference for the list: a bare Fastify route that returns a prepared answer. */
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';

const app = fastify();
let content = '';
app.get('/', async (_request, reply) => {
  reply.type('application/json; charset=utf-8');
  return content;
});
process.once('message', async (message: { content: string }) => {
  content = message.content;
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: (app.server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit());
