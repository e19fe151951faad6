/** The bare minimum that a list is compared with: one route of the same server library that has its answer ready. */
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
