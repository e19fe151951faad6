import { shortTime } from '../page/dates.ts';
import { type Html, html } from '../page/html.ts';
import { page } from '../page/page.ts';
import type { Call } from './calls.ts';
import { languageModel } from './openai-routes.ts';

const shown = 50;
const maxTextLength = 400;

const count = new Intl.NumberFormat('pt-BR');

function outcome(status: number | null) {
  if (status === null) return 'em andamento';
  if (status === 499) return 'quem pediu foi embora';
  return status < 400 ? 'respondido' : `recusado com ${status}`;
}

const shortened = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);

function rows(calls: readonly Call[]): Html {
  if (calls.length === 0) return html`<p class="empty">O que o produto pedir para resumir aparece aqui.</p>`;
  return html`<ol class="texts">${calls.slice(0, shown).map(
    ({ at, text, answer, status }) => html`
      <li>
        <p class="soft"><span class="to">${count.format(text.length)} letras, ${outcome(status)}</span> ${shortTime(at)}</p>
        <p class="text">${answer === '' ? 'Sem resposta.' : shortened(answer)}</p>
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
