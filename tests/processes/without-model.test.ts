import { expect } from 'vitest';
import { ReadySchema } from '#contract/health.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { type Answer, modelServer } from '#tests/speech/local-model.ts';
import { startProcess, temporaryInstance, waitUntilReady } from './start-process.ts';

type Instance = Awaited<ReturnType<typeof temporaryInstance>>;

const startWith = (instance: Instance, modelsUrl: string, speechModel = '') =>
  startProcess({ ...instance.environment, SPEECH_MODEL: speechModel, MODELS_URL: modelsUrl });

const speechOf = async ({ url }: Instance) =>
  ReadySchema.parse(await (await fetch(`${url}/health/ready`)).json()).parts.speech;

async function sandboxPageOf({ environment }: Instance) {
  const page = await fetch(`http://127.0.0.1:${environment.SANDBOX_PORT}/`, {
    headers: { accept: 'text/html' },
  });
  return (await page.text()).replaceAll(/\s+/g, ' ');
}

const replaced = 'Replaced by the sandbox, these stay on this machine: ';
const commands = ['script/models fetch', 'script/models fetch --from '];

longTest(
  'without a model and its server, the output, the health page and the sandbox say what to do',
  async () => {
    await using instance = await temporaryInstance();
    await using product = startWith(instance, `http://127.0.0.1:${await freePort()}`);
    await waitUntilReady(instance.url, product);
    const notice =
      'no speech model is installed (the server of the speech model does not answer), and the sandbox writes test texts: run script/models fetch';
    await expect.poll(product.output).toContain(`Next: ${notice}`);
    expect(product.output()).toContain(`"msg":"${notice}`);
    expect(product.output()).toContain(
      `${replaced}mail, google, sms, speech, language, stripe, passwords (http`,
    );
    const speech = await speechOf(instance);
    expect(speech?.ready).toBe(true);
    const page = await sandboxPageOf(instance);
    expect(page).toContain('<h2>Nenhum modelo de fala está instalado</h2>');
    for (const command of commands) {
      expect(product.output()).toContain(command);
      expect(speech?.reason).toContain(command);
      expect(page).toContain(`<code>${command}`);
    }
  },
  90_000,
);

/** Accepts each request, and sends no byte of a file. */
const silent: Answer = (_request, response) => {
  response.writeHead(200).flushHeaders();
};

longTest(
  'while the product fetches its model, it does not say that recordings stay on this machine',
  async () => {
    await using instance = await temporaryInstance();
    await using server = await modelServer(silent);
    await using product = startWith(instance, server.url);
    await waitUntilReady(instance.url, product);
    await expect
      .poll(product.output)
      .toContain(`${replaced}mail, google, sms, language, stripe, passwords (http`);
    expect(product.output()).not.toContain('Next: ');
    const page = await sandboxPageOf(instance);
    expect(page).not.toContain('modelo de fala');
    expect(page).not.toContain('motor de teste');
  },
  90_000,
);

longTest(
  'an operator who chose the sandbox reads that the setting is the reason',
  async () => {
    await using instance = await temporaryInstance();
    await using product = startWith(instance, `http://127.0.0.1:${await freePort()}`, 'sandbox');
    await waitUntilReady(instance.url, product);
    await expect
      .poll(product.output)
      .toContain(`${replaced}mail, google, sms, speech, language, stripe, passwords (http`);
    expect(product.output()).not.toContain('Next: ');
    expect(await speechOf(instance)).toBeUndefined();
    const page = await sandboxPageOf(instance);
    expect(page).toContain('<h2>O motor de teste escreve os textos</h2>');
    expect(page).not.toContain('Nenhum modelo de fala');
  },
  90_000,
);
