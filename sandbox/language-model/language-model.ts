import type { FastifyInstance } from 'fastify';
import { controlRoutes, openCallLog, outcome } from '../openai.ts';
import { type Html, html, page, sendPage, shortTime } from '../page/html-page.ts';
import type { SandboxPart } from '../part.ts';
import { BehaviourSchema, openBehaviour } from './behaviour.ts';
import { type Call, chatCompletionRoutes, type LanguageState, languageModel } from './chat-completions.ts';
import { ollamaRoutes } from './ollama-chat.ts';

/** Replaces a language model with an extractive summary: it selects the sentences with the most frequent words. */
export function languagePart(): SandboxPart {
  const state: LanguageState = { behaviour: openBehaviour(), calls: openCallLog({ maxCount: 500 }) };
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
  await app.register(async (scope) => ollamaRoutes(scope, state), { prefix: '/language/api' });

  app.get('/language', async (_request, reply) => sendPage(reply, callsPage(calls.list())));
  controlRoutes(app, { path: '/language', schema: BehaviourSchema, behaviour, calls });
}

const shown = 50;
const maxTextLength = 400;

const count = new Intl.NumberFormat('pt-BR');

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
      frases que mais repetem o que as outras dizem. Responde como a OpenAI e como o Ollama, com o modelo
      <code>${languageModel}</code>. A lista se atualiza sozinha e mostra os ${shown} pedidos mais recentes.</p>
      <div class="tools">
        <button type="button" data-delete="/language/calls" data-confirm="Apagar a lista de pedidos?">Apagar a lista</button>
      </div>
      <div data-live aria-live="polite">${rows(calls)}</div>`,
  });
}
