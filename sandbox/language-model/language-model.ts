import type { FastifyInstance } from 'fastify';
import { type Html, html, page, sendPage, shortTime } from '../page/html-page.ts';
import type { SandboxPart } from '../part.ts';
import { BehaviourSchema, openBehaviour } from './behaviour.ts';
import {
  type Call,
  chatCompletionRoutes,
  type LanguageState,
  languageModel,
  openCallLog,
} from './chat-completions.ts';

/** Replaces a language model with an extractive summary: it selects the sentences with the most frequent words. */
export function languagePart(): SandboxPart {
  const state = { behaviour: openBehaviour(), calls: openCallLog() };
  return {
    name: 'language',
    title: 'Resumos',
    description: 'Responde no lugar de um modelo de linguagem, com frases tiradas do próprio texto.',
    path: '/language',
    register: (app) => languageRoutes(app, state),
  };
}

export async function languageRoutes(app: FastifyInstance, state: LanguageState) {
  const { behaviour, calls } = state;
  await app.register(async (scope) => chatCompletionRoutes(scope, state), { prefix: '/language/v1' });

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

const shown = 50;
const maxTextLength = 400;

const count = new Intl.NumberFormat('pt-BR');

function outcome(status: number | null) {
  if (status === null) return 'em andamento';
  if (status === 499) return 'quem pediu foi embora';
  return status < 400 ? 'respondido' : `recusado com ${status}`;
}

const truncate = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);

function rows(calls: readonly Call[]): Html {
  if (calls.length === 0) return html`<p class="empty">O que o produto pedir para resumir aparece aqui.</p>`;
  return html`<ol class="texts">${calls.slice(0, shown).map(
    ({ at, text, answer, status }) => html`
      <li>
        <p class="soft"><span class="to">${count.format(text.length)} letras, ${outcome(status)}</span> ${shortTime(at)}</p>
        <p class="text">${answer === '' ? 'Sem resposta.' : truncate(answer)}</p>
      </li>`,
  )}</ol>`;
}

export function callsPage(calls: readonly Call[]) {
  return page({
    title: 'Resumos',
    live: true,
    body: html`
      <h1>Resumos</h1>
      <p class="lead">Um modelo de linguagem que não entende nada e não inventa nada: escolhe, no próprio texto, as
      frases que mais repetem o que as outras dizem. Responde como a OpenAI, com o modelo
      <code>${languageModel}</code>. A lista se atualiza sozinha e mostra os ${shown} pedidos mais recentes.</p>
      <div class="tools">
        <button type="button" data-delete="/language/calls" data-confirm="Apagar a lista de pedidos?">Apagar a lista</button>
      </div>
      <div data-live aria-live="polite">${rows(calls)}</div>`,
  });
}
