import { expect } from 'vitest';
import { enrolAuthenticator } from '#tests/helpers/enrol-authenticator.ts';
import { type NewAccount, newAccount, signUp } from '#tests/helpers/factories.ts';
import { waitForLink } from '#tests/helpers/mailbox.ts';
import { callAuth } from '#tests/helpers/signed-in-user.ts';
import type { startRecordingProxy } from './recording-proxy.ts';
import { button, field, heading, type Tab } from './tab.ts';

export type Stage = Readonly<{
  tab: Tab;
  /** The URL at which the browser opens the product. */
  url: string;
  mailboxUrl: string;
  proxy: Pick<Awaited<ReturnType<typeof startRecordingProxy>>, 'takeSeen'>;
}>;

/** Waits for the product's page or the error screen. The error screen disappears after three seconds. */
async function expectArrival({ tab }: Stage, path = '/dashboard') {
  const failed = `document.body.innerText.includes('Erro na Autenticação') || location.search.includes('error=')`;
  await tab.until(`location.pathname === ${JSON.stringify(path)} || ${failed}`, `the address ${path}`);
  const address = await tab.read<string>('location.pathname + location.search');
  expect(address).toBe(path);
}

const openLinkPath = '/api/auth/open-link';

/** A second request of the same address would find its one-time token used. */
function expectRequestedOnce({ proxy }: Stage, requests: number) {
  const paths = proxy
    .takeSeen()
    .filter(({ mode, path }) => path === openLinkPath || (mode === 'navigate' && path.startsWith('/api/')))
    .map(({ path }) => path);
  expect(paths).toHaveLength(requests);
  expect(new Set(paths).size).toBe(requests);
}

/** The browser that asked for a link requests its address, and then opens it by one POST. */
const expectOpenedOnce = (stage: Stage) => expectRequestedOnce(stage, 2);

async function signOut({ tab }: Stage) {
  await tab.click(button('Sair'));
  await tab.untilAt('/login');
  await tab.untilHydrated();
}

async function fillPassword(
  { tab, url }: Stage,
  { email, password }: Pick<NewAccount, 'email' | 'password'>,
) {
  await tab.visit(`${url}/login`);
  await tab.type(field('E-mail'), email);
  await tab.type(field('Senha'), password);
  await tab.click(button('Entrar'));
}

async function confirmSignUp(stage: Stage, { name, email, password, occupation }: NewAccount) {
  const { tab, url, mailboxUrl } = stage;
  await tab.visit(`${url}/register`);
  await tab.type(field('Nome'), name);
  await tab.type(field('E-mail'), email);
  await tab.type(field('Senha'), password);
  await tab.select(field('Ocupação'), occupation);
  await tab.click(button('Criar conta'));
  await tab.untilAt('/login');
  await tab.open(await waitForLink(mailboxUrl, email, 'verify-email'));
  await expectArrival(stage);
  expectOpenedOnce(stage);
}

async function byPassword(stage: Stage, account: NewAccount) {
  await fillPassword(stage, account);
  await expectArrival(stage);
  expectRequestedOnce(stage, 0);
}

async function byMagicLink(stage: Stage, { email }: NewAccount) {
  const { tab, url, mailboxUrl } = stage;
  await tab.visit(`${url}/login`);
  await tab.click(button('Entrar com link mágico'));
  await tab.type(field('E-mail que recebe o link'), email);
  await tab.click(button('Enviar link mágico'));
  await tab.untilText('Enviamos um link mágico para seu e-mail! 🎉');
  await tab.open(await waitForLink(mailboxUrl, email, 'magic-link'));
  await expectArrival(stage);
  expectOpenedOnce(stage);
}

async function byGoogle(stage: Stage, { email, name }: NewAccount) {
  const { tab, url } = stage;
  await tab.visit(`${url}/login`);
  await tab.click(button('Entrar com Google'));
  await tab.until(heading('Conta do Google de teste'));
  await tab.fill(field('E-mail'), email);
  await tab.fill(field('Nome'), name);
  await tab.click(button('Continuar'));
  await expectArrival(stage);
  expectRequestedOnce(stage, 1);
}

async function byReset(stage: Stage, account: NewAccount): Promise<NewAccount> {
  const { tab, url, mailboxUrl } = stage;
  await tab.visit(`${url}/esqueci-senha`);
  await tab.type(field('E-mail'), account.email);
  await tab.click(button('Enviar link de recuperação'));
  await tab.untilText(`Enviamos um link de recuperação para ${account.email}.`);
  await tab.open(await waitForLink(mailboxUrl, account.email, 'reset-password'));
  const renewed = { ...account, password: 'Outra-senha-2' };
  await tab.untilHydrated();
  await tab.type(field('Nova senha'), renewed.password);
  await tab.type(field('Confirmar nova senha'), renewed.password);
  await tab.click(button('Salvar nova senha'));
  await tab.untilText('Senha redefinida com sucesso!');
  expectRequestedOnce(stage, 1);
  await tab.untilAt('/login');
  await byPassword(stage, renewed);
  return renewed;
}

async function changeEmail(stage: Stage, account: NewAccount): Promise<NewAccount> {
  const { tab, url, mailboxUrl } = stage;
  const { email } = newAccount();
  await tab.visit(`${url}/dashboard/conta`);
  await tab.fill(field('E-mail'), email);
  await tab.click(button('Salvar'));
  await tab.untilText('Conta atualizada com sucesso!');
  await tab.open(await waitForLink(mailboxUrl, account.email, 'verify-email'));
  await tab.untilText(`Primeira confirmação recebida. Agora abra o link que enviamos para ${email}.`);
  expectOpenedOnce(stage);
  await tab.open(await waitForLink(mailboxUrl, email, 'verify-email'));
  await tab.untilText(`Pronto: o e-mail da conta agora é ${email}.`);
  expectOpenedOnce(stage);
  return { ...account, email };
}

async function bySecondFactor(stage: Stage, account: NewAccount) {
  const { tab, url } = stage;
  const { email, password } = account;
  const elsewhere = await callAuth({ url }, '/sign-in/email', { body: { email, password } });
  const cookie = elsewhere.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const app = await enrolAuthenticator({ url, cookie }, 'Celular da Ana');
  await fillPassword(stage, account);
  await tab.until(heading('Confirme que é você'));
  await tab.type(field('Código de 6 números'), app.nextCode());
  await expectArrival(stage);
}

/** Ends the session of a failed round, so that the next round does not fail too. */
const endLastSession = ({ tab }: Stage) =>
  tab.read(`fetch('/api/auth/sign-out', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}',
  }).then(() => localStorage.removeItem('escriba.session'))`);

/** Signs one account in by every method, and throws if one fails. */
export async function signInEveryWay(stage: Stage) {
  const account = newAccount({ name: 'Ana Beatriz' });
  await endLastSession(stage);
  stage.proxy.takeSeen();
  await confirmSignUp(stage, account);
  await signOut(stage);
  await byPassword(stage, account);
  await signOut(stage);
  await byMagicLink(stage, account);
  await signOut(stage);
  await byGoogle(stage, account);
  await signOut(stage);
  const renewed = await byReset(stage, account);
  const moved = await changeEmail(stage, renewed);
  await signOut(stage);
  await bySecondFactor(stage, moved);
  await signOut(stage);
}

async function pressMailedLink(stage: Stage, link: string, { lead, words }: { lead: string; words: string }) {
  const { tab } = stage;
  await tab.open(link);
  await tab.untilText(lead);
  await tab.click(button(words));
  await expectArrival(stage);
}

/** Opens mailed links in a browser that did not ask for them, as on another device. */
export async function signInByPress(stage: Stage) {
  const { account, link } = await signUp(stage);
  const { email } = account;
  const confirming = { lead: `confirma o endereço e abre a conta de: ${email}`, words: 'Confirmar e-mail' };
  await pressMailedLink(stage, link, confirming);
  await signOut(stage);
  expect((await callAuth(stage, '/sign-in/magic-link', { body: { email } })).status).toBe(200);
  const magicLink = await waitForLink(stage.mailboxUrl, email, 'magic-link');
  await pressMailedLink(stage, magicLink, { lead: `Este link abre a conta de: ${email}`, words: 'Entrar' });
}
