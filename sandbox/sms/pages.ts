import { shortTime } from '../page/dates.ts';
import { type Html, html } from '../page/html.ts';
import { page } from '../page/page.ts';
import type { ReceivedSms } from './sms-store.ts';

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
