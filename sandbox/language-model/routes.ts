import type { FastifyInstance } from 'fastify';
import { sendPage } from '../page/send-page.ts';
import { BehaviourSchema } from './behaviour.ts';
import { type LanguageState, openAiRoutes } from './openai-routes.ts';
import { callsPage } from './pages.ts';

export async function languageRoutes(app: FastifyInstance, state: LanguageState) {
  const { behaviour, calls } = state;
  await app.register(async (scope) => openAiRoutes(scope, state), { prefix: '/language/v1' });

  app.get('/language', async (_request, reply) => sendPage(reply, callsPage(calls.list())));
  app.get('/language/behaviour', () => behaviour.read());
  app.post('/language/behaviour', (request) => {
    behaviour.change(BehaviourSchema.parse(request.body ?? {}));
    return behaviour.read();
  });
  app.get('/language/calls', () => calls.list());
  app.delete('/language/calls', async (_request, reply) => {
    calls.clear();
    return reply.code(204).send();
  });
}
