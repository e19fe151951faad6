import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { errorPage } from '../home-page.ts';
import { sendPage } from '../page/html-page.ts';
import type { PartOptions, SandboxPart } from '../part.ts';
import { type MailStore, openMailStore, type ReceivedMail } from './mail-store.ts';
import { listPage, messagePage, messageViews } from './mailbox-pages.ts';
import { startSmtp } from './smtp-server.ts';

/** An SMTP server that stores all mails, and a page that shows them. */
export function mailboxPart({ host, smtpPort, stateDir, log }: PartOptions): SandboxPart {
  const store = openMailStore(join(stateDir, 'mailbox'));
  let smtp: Awaited<ReturnType<typeof startSmtp>> | undefined;
  return {
    name: 'mail',
    title: 'Caixa de correio',
    description: 'Recebe todo e-mail que o produto envia e o mostra aqui.',
    path: '/mailbox',
    register: (app) => mailboxRoutes(app, store),
    start: async () => {
      smtp = await startSmtp({ host, port: smtpPort, store, log });
    },
    close: async () => smtp?.close(),
    addresses: () => ({ smtp: `smtp://${host}:${smtp?.port ?? smtpPort}` }),
  };
}

const SearchSchema = z.object({ q: z.string().max(320).default('') });
const RecipientSchema = z.object({ to: z.string().max(320).optional() });
const IdSchema = z.object({ id: z.string() });
const ViewSchema = z.object({ view: z.enum(messageViews).optional() });

/** Mails are untrusted: block scripts, remote images and forms. Links open in a new tab. */
const hostilePolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const newTab = '<base target="_blank">';

/** Inserts the tag into an existing head, so that the browser parses the rest of the mail as before. */
function withLinksInNewTabs(markup: string) {
  return /<head[^>]*>/i.test(markup)
    ? markup.replace(/<head[^>]*>/i, (head) => head + newTab)
    : newTab + markup;
}

function present({ id, to, subject, text, html, sentAt }: ReceivedMail) {
  return { id, to, subject, text, html, sentAt };
}

export function mailboxRoutes(app: FastifyInstance, store: MailStore) {
  app.get('/mailbox', async (request, reply) => {
    const { q } = SearchSchema.parse(request.query);
    const wanted = q.trim().toLowerCase();
    const mails = (await store.list()).filter(({ to }) => to.toLowerCase().includes(wanted));
    return sendPage(reply, listPage({ mails, search: q.trim() }));
  });

  app.get('/mailbox/messages', async (request) => {
    const { to } = RecipientSchema.parse(request.query);
    if (to !== undefined) return (await store.to(to)).map(present);
    const mails = await Promise.all((await store.list()).map(({ id }) => store.find(id)));
    return mails.filter((mail) => mail !== undefined).map(present);
  });

  app.delete('/mailbox/messages', async (_request, reply) => {
    await store.clear();
    return reply.code(204).send();
  });

  app.get('/mailbox/:id', async (request, reply) => {
    const { id } = IdSchema.parse(request.params);
    const mail = await store.find(id);
    if (mail === undefined) {
      reply.code(404);
      return sendPage(reply, errorPage('Esta mensagem não está mais na caixa.'));
    }
    const { view = mail.html === '' ? 'text' : 'html' } = ViewSchema.parse(request.query);
    const source = view === 'source' ? (await store.raw(id))?.toString('utf8') : undefined;
    return sendPage(reply, messagePage({ mail, view, source: source ?? '' }));
  });

  app.get('/mailbox/:id/html', async (request, reply) => {
    const mail = await store.find(IdSchema.parse(request.params).id);
    if (mail === undefined) return reply.code(404).send({ error: 'Esta mensagem não está mais na caixa.' });
    return reply
      .headers({
        'content-security-policy': hostilePolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(withLinksInNewTabs(mail.html));
  });
}
