import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { arrivalTime, openFileStore } from '../file-storage.ts';
import { type Html, html, page, sendPage, shortTime } from '../page/html-page.ts';
import type { PartOptions, SandboxPart } from '../part.ts';

/** An SMS provider that sends nothing to phones, and a page that shows the messages. */
export function smsPart({ stateDir }: PartOptions): SandboxPart {
  const store = openSmsStore(join(stateDir, 'sms'));
  return {
    name: 'sms',
    title: 'SMS',
    description: 'Recebe toda mensagem de celular que o produto envia e a mostra aqui.',
    path: '/sms',
    register: (app) => smsRoutes(app, store),
  };
}

/** Every message to this number fails, as with an unavailable provider, so that tests reach the error handling. */
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

/** Restores an unencoded plus, which URL decoding replaces by a space. */
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

const defaultMaxCount = 500;

const ContentSchema = z.object({ to: z.string(), text: z.string() });
export type SmsContent = z.infer<typeof ContentSchema>;
export type ReceivedSms = SmsContent & { id: string; sentAt: string };
export type SmsStore = ReturnType<typeof openSmsStore>;

/** Shows an invalid file as unreadable, so that it does not hide the other messages. */
function parseSms(id: string, content: Buffer): ReceivedSms {
  const sentAt = arrivalTime(id);
  try {
    return { id, ...ContentSchema.parse(JSON.parse(content.toString('utf8'))), sentAt };
  } catch {
    return { id, to: '', text: 'Mensagem ilegível', sentAt };
  }
}

export function openSmsStore(folder: string, { maxCount = defaultMaxCount } = {}) {
  const files = openFileStore({ folder, extension: '.json', maxCount, summarize: parseSms });
  return {
    add: ({ to, text }: SmsContent) => files.add(Buffer.from(JSON.stringify({ to, text }))),
    list: files.list,
    clear: files.clear,
  };
}

function rows(messages: readonly ReceivedSms[]): Html {
  if (messages.length === 0)
    return html`<p class="empty">As mensagens que o produto enviar aparecem aqui.</p>`;
  return html`<ol class="texts">${messages.map(
    ({ to, text, sentAt }) => html`
      <li>
        <p class="soft"><span class="to">${to}</span> ${shortTime(sentAt)}</p>
        <p class="text">${text}</p>
      </li>`,
  )}</ol>`;
}

type ListOptions = { messages: readonly ReceivedSms[]; failingNumber: string };

export function listPage({ messages, failingNumber }: ListOptions) {
  return page({
    title: 'SMS',
    live: true,
    body: html`
      <h1>SMS</h1>
      <p class="lead">Toda mensagem de celular do produto chega aqui, e nenhum telefone toca. A lista se atualiza
      sozinha e guarda as 500 mais recentes. O número <code>${failingNumber}</code> sempre falha, para ver o que o
      produto faz quando o serviço está fora do ar.</p>
      <div class="tools">
        <button type="button" data-delete="/sms/messages" data-confirm="Apagar todas as mensagens?">Apagar as mensagens</button>
      </div>
      <div data-live aria-live="polite">${rows(messages)}</div>`,
  });
}
