import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { expect, test } from 'vitest';
import { sandboxParts } from '#contract/installation.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { AboutSchema } from './home-page.ts';
import type { SandboxLog } from './part.ts';
import { startSandbox } from './start.ts';

/** A log that collects its warnings. */
function listeningLog() {
  const warnings: unknown[] = [];
  const log = { info: () => {}, warn: (about: unknown) => warnings.push(about), error: console.error };
  return { warnings, log: log as unknown as SandboxLog };
}

const asJson = { headers: { accept: 'application/json' } };
const asPage = { headers: { accept: 'text/html,application/xhtml+xml' } };

test('the sandbox lists its parts on its home page and as JSON', async () => {
  await using state = await temporaryFolder();
  const sandbox = await startSandbox({ httpPort: 0, smtpPort: 0, parts: ['mail'], stateDir: state.path });
  const page = await (await fetch(sandbox.httpUrl, asPage)).text();
  expect(page).toContain('Caixa de correio');
  expect(page).toContain('href="/mailbox"');
  expect(page).toContain('Nada sai desta máquina');
  expect(await (await fetch(sandbox.httpUrl, asJson)).json()).toMatchObject({
    sandbox: 'escriba',
    ready: true,
    parts: [{ name: 'mail', url: `${sandbox.httpUrl}/mailbox`, addresses: { smtp: sandbox.smtpUrl } }],
  });
  await sandbox.close();
  await expect(fetch(sandbox.httpUrl)).rejects.toThrow();
});

test('the home page links to the page of each part', async () => {
  await using state = await temporaryFolder();
  const sandbox = await startSandbox({ httpPort: 0, smtpPort: 0, parts: sandboxParts, stateDir: state.path });
  const about = AboutSchema.parse(await (await fetch(sandbox.httpUrl, asJson)).json());
  expect(about.parts.map(({ name }) => name)).toEqual(sandboxParts);
  const home = await (await fetch(sandbox.httpUrl, asPage)).text();
  for (const { url, title } of about.parts) {
    expect(home).toContain(`href="${new URL(url).pathname}"`);
    const page = await fetch(url, asPage);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`<h1>${title}</h1>`);
  }
  await sandbox.close();
});

test('startSandbox refuses to join a sandbox that lacks a part, and names the part', async () => {
  await using state = await temporaryFolder();
  const options = { httpPort: await freePort(), smtpPort: 0, stateDir: state.path };
  const sandbox = await startSandbox({ ...options, parts: ['mail', 'sms'] });
  await expect(startSandbox({ ...options, parts: ['mail', 'google', 'sms'] })).rejects.toThrow(
    /lacks google\. Stop it/,
  );
  await sandbox.close();
});

test('the sandbox refuses an unknown route and logs it without its query', async () => {
  await using state = await temporaryFolder();
  const { warnings, log } = listeningLog();
  const options = { httpPort: 0, smtpPort: 0, parts: ['mail'] as const, stateDir: state.path, log };
  const sandbox = await startSandbox(options);
  const answer = await fetch(`${sandbox.httpUrl}/v1/customers?secret=1`, { method: 'POST' });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ error: 'O sandbox não conhece POST /v1/customers' });
  expect(warnings).toEqual([{ method: 'POST', path: '/v1/customers' }]);
  const page = await fetch(`${sandbox.httpUrl}/<script>alert(1)</script>`, asPage);
  expect(await page.text()).not.toContain('<script>alert');
  await sandbox.close();
});

test('the sandbox refuses an invalid request as JSON, or as a page for browsers', async () => {
  await using state = await temporaryFolder();
  const sandbox = await startSandbox({ httpPort: 0, smtpPort: 0, parts: ['mail'], stateDir: state.path });
  const url = `${sandbox.httpUrl}/mailbox/messages?to=a&to=b`;
  const refused = await fetch(url, asJson);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({ error: 'O sandbox não entendeu o pedido.' });
  expect(await (await fetch(url, asPage)).text()).toContain('Não deu certo');
  await sandbox.close();
});

test('the sandbox refuses a foreign host name, against DNS rebinding', async () => {
  await using state = await temporaryFolder();
  const { warnings, log } = listeningLog();
  const options = { httpPort: 0, smtpPort: 0, parts: ['mail'] as const, stateDir: state.path, log };
  const sandbox = await startSandbox(options);
  const statusFor = async (host: string) => {
    const [answer] = (await once(
      get(`${sandbox.httpUrl}/mailbox/messages`, { headers: { host } }),
      'response',
    )) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  const { port } = new URL(sandbox.httpUrl);
  for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST'])
    expect(await statusFor(`${name}:${port}`)).toBe(200);
  for (const name of [`evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.nip.io'])
    expect(await statusFor(name)).toBe(421);
  expect(warnings).toHaveLength(3);
  await sandbox.close();
});

test('a second sandbox on the port joins the first, and closing it leaves the first running', async () => {
  await using state = await temporaryFolder();
  const httpPort = await freePort();
  const { log } = listeningLog();
  const options = { httpPort, smtpPort: 0, parts: ['mail'] as const, stateDir: state.path, log };
  // Start both in parallel, so that one of them finds the port occupied while the other still starts.
  const [one, other] = await Promise.all([startSandbox(options), startSandbox(options)]);
  expect(other.smtpUrl).toBe(one.smtpUrl);
  expect(other.httpUrl).toBe(one.httpUrl);
  const joined = await startSandbox(options);
  await joined.close();
  expect((await fetch(one.httpUrl, asJson)).status).toBe(200);
  await one.close();
  await other.close();
  await expect(fetch(one.httpUrl)).rejects.toThrow();
});

test('startSandbox names the port that another program uses, and the variable to change it', async () => {
  await using state = await temporaryFolder();
  const stranger = createServer((_request, answer) => answer.end('<h1>Another product</h1>'));
  await using listening = await listenOnFreePort(stranger);
  const { port } = listening;
  const start = startSandbox({ httpPort: port, smtpPort: 0, parts: ['mail'], stateDir: state.path });
  await expect(start).rejects.toThrow(new RegExp(`^Port ${port} of the sandbox is used .* SANDBOX_PORT=…$`));
});

test('startSandbox names a used SMTP port and closes its HTTP port', async () => {
  await using state = await temporaryFolder();
  await using stranger = await listenOnFreePort(createTcpServer());
  const smtpPort = stranger.port;
  const httpPort = await freePort();
  const start = startSandbox({ httpPort, smtpPort, parts: ['mail'], stateDir: state.path });
  await expect(start).rejects.toThrow(new RegExp(`^Port ${smtpPort}, .* SANDBOX_PORT=…$`));
  await expect(fetch(`http://127.0.0.1:${httpPort}`)).rejects.toThrow();
});
