import { type Html, html, page } from '../page/html-page.ts';
import type { Account } from './accounts.ts';

export type FormValues = Readonly<{ email: string; name: string; emailVerified: boolean; picture: string }>;
export type FormErrors = Readonly<Partial<Record<'email' | 'name' | 'picture', string>>>;

const accountText = ({ name, email, emailVerified }: Account) => html`
  <strong>${name}</strong>
  <span>${email}</span>
  ${emailVerified ? undefined : html`<span class="fault">E-mail não verificado</span>`}`;

type Field = {
  name: 'email' | 'name' | 'picture';
  label: string;
  type: 'email' | 'text' | 'url';
  autocomplete: string;
  optional?: boolean;
};

const fields: readonly Field[] = [
  { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' },
  { name: 'name', label: 'Nome', type: 'text', autocomplete: 'name' },
  {
    name: 'picture',
    label: 'Endereço da foto (opcional)',
    type: 'url',
    autocomplete: 'off',
    optional: true,
  },
];

function fieldMarkup({ name, label, type, autocomplete, optional = false }: Field, options: ChooseOptions) {
  const fault = options.faults[name];
  return html`
    <p class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="${type}" value="${options.values[name]}" autocomplete="${autocomplete}"
        ${optional ? undefined : html`required`} ${fault && html`aria-invalid="true" aria-describedby="${name}-fault"`}>
      ${fault && html`<span class="fault" id="${name}-fault">${fault}</span>`}
    </p>`;
}

type ChooseOptions = {
  action: string;
  accounts: readonly Account[];
  values: FormValues;
  faults: FormErrors;
};

function knownAccounts({ action, accounts }: ChooseOptions): Html | undefined {
  if (accounts.length === 0) return undefined;
  return html`
    <h2>Contas usadas antes</h2>
    <form method="post" action="${action}" class="accounts">
      ${accounts.map((account) => html`<button name="account" value="${account.sub}">${accountText(account)}</button>`)}
    </form>
    <h2>Outra conta</h2>`;
}

/** The page works without scripts, because both answers are submit buttons. */
export function chooseAccountPage(options: ChooseOptions) {
  const { action, values } = options;
  return page({
    title: 'Conta do Google de teste',
    body: html`
      <div class="narrow">
        <h1>Conta do Google de teste</h1>
        <p class="lead">Esta página fica no lugar do Google e só existe neste ambiente. Nenhuma senha é pedida: escolha
        quem entra no Escriba.</p>
        ${knownAccounts(options)}
        <form method="post" action="${action}">
          ${fields.map((field) => fieldMarkup(field, options))}
          <p class="tick">
            <input id="emailVerified" name="emailVerified" type="checkbox" ${values.emailVerified ? html`checked` : undefined}>
            <label for="emailVerified">E-mail verificado pelo Google</label>
          </p>
          <p class="buttons">
            <button class="primary">Continuar</button>
            <button name="refuse" value="yes" formnovalidate>Recusar</button>
          </p>
        </form>
      </div>`,
  });
}

export function accountsPage(accounts: readonly Account[]) {
  const list =
    accounts.length === 0
      ? html`<p class="empty">As contas com que alguém entrar aparecem aqui.</p>`
      : html`<ul class="cards">${accounts.map((account) => html`<li class="card">${accountText(account)}</li>`)}</ul>`;
  return page({
    title: 'Conta do Google de teste',
    body: html`
      <h1>Conta do Google de teste</h1>
      <p class="lead">O botão do Google no produto leva a um servidor OpenID daqui, e não ao Google. Ele pergunta quem
      entra e lembra as contas que já foram usadas.</p>
      ${list}`,
  });
}

export function refusedPage(refusal: { error: string; error_description?: string }) {
  return page({
    title: 'O pedido de entrada foi recusado',
    body: html`
      <h1>O pedido de entrada foi recusado</h1>
      <p class="lead">O Google de teste não aceitou o que o produto pediu. O motivo, nas palavras do protocolo:</p>
      <pre class="message">${refusal.error}: ${refusal.error_description}</pre>`,
  });
}
