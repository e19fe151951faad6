import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendPage } from '../page/send-page.ts';
import { listPage } from './pages.ts';
import type { SmsStore } from './sms-store.ts';

/** Always answers as a provider that is down, so that the product's way through a failure can be walked. */
export const failingNumber = '+5500000000000';

const SendSchema = z.object({
  to: z
    .string('O campo "to" é obrigatório.')
    .regex(/^\+[1-9]\d{7,14}$/, 'O número deve estar no formato internacional, como +5511999999999.')
    .or(z.literal(failingNumber)),
  text: z
    .string('O campo "text" é obrigatório.')
    .min(1, 'O texto está vazio.')
    .max(1_600, 'O texto passa de 1.600 caracteres.'),
});

const RecipientSchema = z.object({ to: z.string().max(40).optional() });

/** A plus that nobody encoded arrives as a space. */
const numberOf = (to: string) => `+${to.trim().replace(/^\+/, '')}`;

export function smsRoutes(app: FastifyInstance, store: SmsStore) {
  app.post('/sms/send', async (request, reply) => {
    const { success, data, error } = SendSchema.safeParse(request.body);
    if (!success) return reply.code(400).send({ error: error.issues[0]?.message });
    if (data.to === failingNumber)
      return reply.code(503).send({ error: 'O serviço de SMS está fora do ar para este número.' });
    return reply.code(202).send({ id: await store.add(data) });
  });

  app.get('/sms', async (_request, reply) =>
    sendPage(reply, listPage({ messages: await store.list(), failingNumber })),
  );

  app.get('/sms/messages', async (request) => {
    const { to } = RecipientSchema.parse(request.query);
    const messages = await store.list();
    return to === undefined ? messages : messages.filter((message) => message.to === numberOf(to));
  });

  app.delete('/sms/messages', async (_request, reply) => {
    await store.clear();
    return reply.code(204).send();
  });
}
