import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReadySchema } from '#contract/health.ts';
import type { Installation } from '#contract/installation.ts';
import { minuteMs } from '#domain/format/durations.ts';
import { plans } from '#server/adapters/db/schema/plans.ts';
import { checkReadiness } from '#server/features/health/check-readiness.ts';
import { readInstallation } from '#server/features/installation/read-installation.ts';
import { isLong } from '#tests/helpers/long-tests.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { cacheHtml } from './cached-page.ts';
import { refuseBlockedMarkup } from './inline-scripts.ts';
import { openPageRenderer } from './page-renderer.ts';
import { parseElements } from './parse-elements.ts';

// Uses the pages of script/build, which script/test runs first.
const serverBundle = new URL('../../../../build/web/server/index.js', import.meta.url);
const { renderedPaths, openRenderer, build } = await import(serverBundle.href).then((build) => ({
  ...build.entry.module,
  build,
}));
const render: (path: string, installation: Installation) => Promise<string> = openRenderer(build);
const allPaths: readonly string[] = [...renderedPaths, '/dashboard'];

const reported = 'Suporte online = 24 horas';
const fragments = [
  reported,
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '"><img src=x onerror=alert(1)>',
  "' onclick='go()",
  '<style>p{}</style>',
  '</head><link rel="modulepreload" href="/x.js"/>',
  '<script type="module" async="">x</script>',
  'javascript:go()',
  '$& $1 $` \\u003c &lt; &amp;',
  '\u2028\u202e\u0085\r\n\t',
];
/** PostgreSQL stores no NUL, and no text that is not well-formed. */
const anyText = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...fragments)), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed());

const signs: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);
const unescaped = (text: string) =>
  Object.entries(signs)
    .reverse()
    .reduce((rest, [sign, reference]) => rest.replaceAll(reference, sign), text);

function installationIn(html: string): Installation {
  const [root] = [...parseElements(html)].filter(({ name }) => name === 'html');
  return JSON.parse(unescaped(root?.attributes.get('data-installation') ?? ''));
}

test('any text in the plans, and in the name, address and e-mail of the operator, renders escaped', async () => {
  await using product = await startTestProduct();
  const plain = await readInstallation(product.deps);
  const policies = new Map<string, string>();
  for (const path of allPaths) policies.set(path, cacheHtml(await render(path, plain)).policy);
  const examples = fragments.flatMap((text) => ['/', '/plans'].map((path): [string, string] => [path, text]));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...allPaths), anyText, async (path, text) => {
      const installation = {
        ...plain,
        ...{ operator: text, operatorName: text, supportEmail: text, privacyContact: text },
        plans: plain.plans.map((plan) => ({
          ...plan,
          name: text,
          description: text,
          features: [text, text],
        })),
      };
      const html = await render(path, installation);
      refuseBlockedMarkup(html);
      // The policy allows the same scripts, so no text has become one.
      expect(cacheHtml(html).policy).toBe(policies.get(path));
      expect(installationIn(html)).toEqual(installation);
      if (path === '/plans') expect(html).toContain(escaped(text));
    }),
    // The examples count as runs.
    { examples, numRuns: examples.length + (isLong ? 100 : 30) },
  );
}, 120_000);

const statusOf = async ({ url }: TestProduct, path: string) =>
  (await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })).status;
async function readiness({ url }: TestProduct) {
  const answer = await fetch(`${url}/health/ready`);
  const { status, parts } = ReadySchema.parse(await answer.json());
  return { http: answer.status, status, pages: parts.pages?.ready, current: parts.currentPages?.ready };
}

test('a feature that looks like an event handler is on the pages, and takes none of them down', async () => {
  let aheadMs = 0;
  await using product = await startTestProduct({}, { now: () => new Date(Date.now() + aheadMs) });
  await product.deps.db
    .update(plans)
    .set({ features: [reported] })
    .where(eq(plans.id, 'free'));
  aheadMs = minuteMs;
  for (const path of allPaths)
    expect([path, await statusOf(product, path)]).toEqual([path, path === '/404' ? 404 : 200]);
  expect(await (await fetch(`${product.url}/plans`)).text()).toContain(`>${reported}<`);
  expect(await readiness(product)).toEqual({ http: 200, status: 'ok', pages: true, current: true });
});

test('a page that cannot be rendered keeps its last version, and readiness says so', async () => {
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  await using product = await startTestProduct({}, { now });
  const setFeatures = (features: string) =>
    product.deps.db.execute(
      sql`update plans set features = array[${features}::text] where id = 'basic-monthly'`,
    );
  await setFeatures('Uma função');
  const before = await (await fetch(`${product.url}/plans`)).text();
  expect(await readiness(product)).toMatchObject({ status: 'ok' });

  // The screens of plans cannot show a missing text.
  await product.deps.db.execute(
    sql`update plans set features = array[null::text] where id = 'basic-monthly'`,
  );
  aheadMs = minuteMs;
  expect(await readiness(product)).toEqual({ http: 200, status: 'degraded', pages: true, current: false });
  expect(await (await fetch(`${product.url}/plans`)).text()).toBe(before);
  for (const path of ['/', '/login', '/dashboard']) expect(await statusOf(product, path)).toBe(200);
  expect(product.logged()).toContain('a public page could not be rendered');

  // A process that starts now has no last version of that page, and still serves the others and the dashboard.
  await using next = await startTestProduct({ DATABASE_URL: product.config.database.url }, { now });
  expect(await readiness(next)).toEqual({ http: 200, status: 'degraded', pages: false, current: false });
  expect(await statusOf(next, '/plans')).toBe(500);
  for (const path of ['/login', '/terms', '/dashboard']) expect(await statusOf(next, path)).toBe(200);

  await setFeatures('Outra função');
  aheadMs = 2 * minuteMs;
  expect(await readiness(product)).toMatchObject({ status: 'ok', current: true });
  expect(await (await fetch(`${product.url}/plans`)).text()).toContain('Outra função');
});

test('a process that can render neither the frame of the dashboard nor a page is not ready', async () => {
  await using product = await startTestProduct();
  const installation = await readInstallation(product.deps);
  const { log } = product.deps;
  const bundle = fileURLToPath(serverBundle);
  const whole = await openPageRenderer(bundle, { log, installation });
  expect(await checkReadiness(product.deps, whole)).toMatchObject({ status: 'ok' });
  // Every page carries the facts as JSON, which has no such number.
  const operator = 1n as unknown as string;
  const broken = await openPageRenderer(bundle, { log, installation: { ...installation, operator } });
  const { status, parts } = await checkReadiness(product.deps, broken);
  expect(status).toBe('not_ready');
  expect(parts).toMatchObject({ frame: { ready: false }, pages: { ready: false } });
});
