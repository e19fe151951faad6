import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hourMs } from '#domain/format/durations.ts';
import { jobsSchema } from '#server/adapters/queue/queue-options.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { callAuth } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

const metricsOf = async ({ url }: Pick<TestProduct, 'url'>) => (await fetch(`${url}/metrics`)).text();
const figureOf = (metrics: string, series: string) => {
  const line = metrics.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};

test('metrics tell version, roles, disk, pool and the age of the oldest waiting job', async () => {
  await using product = await startTestProduct({ ROLES: 'web' });
  const { db } = product.deps;
  await queueMail(product.deps, {
    template: 'magic-link',
    to: 'ana@exemplo.com',
    data: { link: product.url },
  });
  await db.execute(
    sql`update ${sql.raw(`${jobsSchema}.job`)} set created_on = now() - interval '2 hours', start_after = now() - interval '1 hour'`,
  );
  const metrics = await metricsOf(product);
  expect(metrics).toMatch(/^escriba_build_info\{version="\d+\.\d+\.\d+",roles="web"\} 1$/m);
  const folder = `{folder="${product.config.dataDir}"}`;
  const free = figureOf(metrics, `escriba_disk_free_bytes${folder}`);
  expect(free).toBeGreaterThan(0);
  expect(figureOf(metrics, `escriba_disk_total_bytes${folder}`)).toBeGreaterThan(free ?? Infinity);
  expect(figureOf(metrics, 'escriba_database_pool_max')).toBe(10);
  expect(figureOf(metrics, 'escriba_database_pool_connections{state="busy"}')).toBe(0);
  expect(figureOf(metrics, 'escriba_oldest_waiting_job_seconds{queue="run-summary"}')).toBe(0);
  const age = (of: string) => figureOf(of, 'escriba_oldest_waiting_job_seconds{queue="deliver-mail"}');
  expect(age(metrics)).toBeCloseTo(hourMs / 1_000, -2);
  // A job that waits for its second attempt waits since its first day.
  await db.execute(sql`update ${sql.raw(`${jobsSchema}.job`)} set state = 'retry', start_after = now()`);
  expect(age(await metricsOf(product))).toBeCloseTo((2 * hourMs) / 1_000, -2);
});

test('metrics count refused requests by the name of their limit', async () => {
  await using product = await startTestProduct({ ROLES: 'web' });
  expect(figureOf(await metricsOf(product), 'escriba_refusals_total{limit="account_full"}')).toBe(0);
  const body = { email: 'ana@exemplo.com', password: 'Segredo-errado-9' };
  let status = 401;
  while (status === 401) status = (await callAuth(product, '/sign-in/email', { body })).status;
  expect(status).toBe(429);
  const metrics = await metricsOf(product);
  const named = [...metrics.matchAll(/^escriba_refusals_total\{limit="([\w-]+)"\} 1$/gm)].map(
    ([, name]) => name,
  );
  expect(named).toHaveLength(1);
  expect(named[0]).not.toBe('too_many_requests');
});

test('metrics tell that the engine refuses the key, and that it works again', async () => {
  await using engine = await startScriptedSpeechServer(() => ({ status: 401 }));
  await using product = await startTestProduct({ ...engine.environment, ROLES: 'web' });
  const { speech } = product.deps;
  const pcm = new Int16Array(16_000).fill(1_000);
  const hear = () => speech.transcribe({ pcm, startMs: 0, language: 'pt', attempt: 'normal' });
  const up = async () =>
    figureOf(await metricsOf(product), 'escriba_service_up{service="speech",engine="openai:whisper-1"}');
  const failures = async (reason: string) =>
    figureOf(
      await metricsOf(product),
      `escriba_service_failures_total{service="speech",engine="openai:whisper-1",reason="${reason}"}`,
    );
  expect(await up()).toBeUndefined();
  expect(await failures('unauthorized')).toBe(0);
  await expect(hear()).rejects.toThrow('401');
  await expect(hear()).rejects.toThrow('401');
  expect(await up()).toBe(0);
  expect(await failures('unauthorized')).toBe(2);
  expect(product.logged().split('an outside service does not work')).toHaveLength(2);
  engine.answerWith(() => ({}));
  await hear();
  expect(await up()).toBe(1);
  expect(product.logged()).toContain('an outside service works again');
  // The engine answered, so one refused recording is no outage.
  engine.answerWith(() => ({ status: 429 }));
  await expect(hear()).rejects.toThrow('429');
  expect(await failures('limited')).toBe(1);
  expect(await up()).toBe(1);
});

test('metrics tell of a mail server that is away and of a language model that answers', async () => {
  await using product = await startTestProduct({
    ROLES: 'web',
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
  });
  const { mailer, language } = product.deps;
  const message = { id: 'a', to: 'ana@exemplo.com', subject: 'Oi', text: 'Oi', html: 'Oi' };
  await expect(mailer.send(message)).rejects.toThrow('cannot be reached');
  const signal = new AbortController().signal;
  const words = language?.ask({ system: 'Resuma.', text: 'Bom dia.', maxOutputTokens: 50, signal });
  while ((await words?.next())?.done === false);
  const metrics = await metricsOf(product);
  expect(figureOf(metrics, 'escriba_service_up{service="mail",engine="smtp"}')).toBe(0);
  expect(
    figureOf(metrics, 'escriba_service_failures_total{service="mail",engine="smtp",reason="unreachable"}'),
  ).toBe(1);
  expect(
    figureOf(metrics, 'escriba_service_up{service="language",engine="compatible:sandbox-language"}'),
  ).toBe(1);
});
