import type { FastifyInstance } from 'fastify';
import { sendPage } from '../page/send-page.ts';
import { BehaviourSchema } from './behaviour.ts';
import { openAiRoutes, type SpeechState } from './openai-routes.ts';
import { callsPage } from './pages.ts';

export async function speechRoutes(app: FastifyInstance, state: SpeechState) {
  const { behaviour, calls } = state;
  await app.register(async (scope) => openAiRoutes(scope, state), { prefix: '/speech/v1' });

  app.get('/speech', async (_request, reply) =>
    sendPage(reply, callsPage({ calls: calls.list(), behaviour: behaviour.read() })),
  );

  app.get('/speech/behaviour', () => behaviour.read());
  app.post('/speech/behaviour', (request) => {
    behaviour.change(BehaviourSchema.parse(request.body ?? {}));
    return behaviour.read();
  });

  app.get('/speech/calls', () => calls.list());
  app.delete('/speech/calls', async (_request, reply) => {
    calls.clear();
    return reply.code(204).send();
  });
}
