import { type Html, html, page, shortTime, time } from '../page/html-page.ts';
import type { MailSummary, ReceivedMail } from './mail-store.ts';

export const messageViews = ['html', 'text', 'source'] as const;
export type MessageView = (typeof messageViews)[number];

const viewNames: Readonly<Record<MessageView, string>> = {
  html: 'Mensagem',
  text: 'Só texto',
  source: 'Fonte',
};

const subjectOf = ({ subject }: MailSummary) => (subject === '' ? 'Sem assunto' : subject);

function rows(mails: readonly MailSummary[], search: string): Html {
  if (mails.length === 0) {
    const text =
      search === ''
        ? 'Os e-mails que o produto enviar aparecem aqui.'
        : `Nenhum e-mail para um endereço com “${search}”.`;
    return html`<p class="empty">${text}</p>`;
  }
  return html`<ol class="mails">${mails.map(
    (mail) => html`
      <li><a href="/mailbox/${mail.id}">
        <span class="to">${mail.to}</span>
        <span class="subject">${subjectOf(mail)}</span>
        ${shortTime(mail.sentAt)}
      </a></li>`,
  )}</ol>`;
}

export function listPage({ mails, search }: { mails: readonly MailSummary[]; search: string }) {
  return page({
    title: 'Caixa de correio',
    live: true,
    body: html`
      <h1>Caixa de correio</h1>
      <p class="lead">Todo e-mail do produto chega aqui. A lista se atualiza sozinha e guarda os 500 mais recentes.</p>
      <div class="tools">
        <form method="get" action="/mailbox" role="search">
          <input type="search" name="q" value="${search}" placeholder="Buscar por destinatário" aria-label="Buscar por destinatário">
          <button>Buscar</button>
        </form>
        <button type="button" data-delete="/mailbox/messages" data-confirm="Apagar todos os e-mails da caixa?">Esvaziar a caixa</button>
      </div>
      <div data-live aria-live="polite">${rows(mails, search)}</div>`,
  });
}

function content({ mail, view, source }: { mail: ReceivedMail; view: MessageView; source: string }) {
  if (view === 'source') return html`<pre class="message">${source}</pre>`;
  if (view === 'text')
    return html`<pre class="message">${mail.text === '' ? 'Esta mensagem não tem texto.' : mail.text}</pre>`;
  if (mail.html === '') return html`<p class="empty">Esta mensagem só tem texto.</p>`;
  return html`<iframe class="message" src="/mailbox/${mail.id}/html" title="Mensagem" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`;
}

export function messagePage(options: { mail: ReceivedMail; view: MessageView; source: string }) {
  const { mail, view } = options;
  return page({
    title: subjectOf(mail),
    body: html`
      <p><a href="/mailbox">Voltar à caixa</a></p>
      <h1>${subjectOf(mail)}</h1>
      <dl>
        <dt>De</dt><dd>${mail.from}</dd>
        <dt>Para</dt><dd>${mail.to}</dd>
        <dt>Quando</dt><dd>${time(mail.sentAt)}</dd>
        ${mail.attachments.length === 0 ? undefined : html`<dt>Anexos</dt><dd>${mail.attachments.join(', ')}</dd>`}
      </dl>
      <nav class="tabs" aria-label="Formas da mensagem">
        ${messageViews.map(
          (name) =>
            html`<a href="/mailbox/${mail.id}?view=${name}" ${name === view ? html`aria-current="page"` : undefined}>${viewNames[name]}</a>`,
        )}
      </nav>
      ${content(options)}`,
  });
}
