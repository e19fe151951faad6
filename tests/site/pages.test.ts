import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededPlans } from '#tests/helpers/seeded-plans.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { paths, publicPaths, renderedPaths } from '#web/app/paths.ts';
import { shareImagePath, shareImageTexts } from '#web/app/share-image.ts';
import { questions } from '#web/features/landing/questions.ts';
import { noConnectionError } from '#web/shell/no-connection.ts';
import { paperColors } from '#web/shell/theme/theme.ts';

// script/test runs script/build first, which builds these pages.
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const get = (path: string) => fetch(`${product.url}${path}`);
const pageAt = async (path: string) => (await get(path)).text();

function headOf(html: string) {
  const metas = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)];
  return {
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1],
    ...Object.fromEntries(metas.map(([, name, content]) => [name, content])),
  } as Record<string, string | undefined>;
}

function structuredDataOf(html: string) {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  return scripts.map(([, text = '']) => JSON.parse(text));
}

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // React writes elements and attributes this way.
    'void-style': 'off',
    'no-inline-style': 'off',
    'attribute-boolean-style': 'off',
    'attr-case': 'off',
    // Integrity hashes are unnecessary, because the content security policy allows nothing from other hosts.
    'require-sri': 'off',
    'no-trailing-whitespace': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
  },
});

test.each([paths.home, paths.plans, paths.faq, paths.contact])(
  'the header of %s marks that page as current',
  async (path) => {
    const [, header = ''] = /<header([\s\S]*?)<\/header>/.exec(await pageAt(path)) ?? [];
    const marked = [...header.matchAll(/<a [^>]*aria-current="page"[^>]*>/g)].map(([link]) => link);
    expect(marked).toEqual([expect.stringContaining(`href="${path}"`)]);
  },
);

test.each([...renderedPaths, '/offline', '/dashboard', '/nao-existe'])('%s is valid HTML', async (path) => {
  const { results } = await validator.validateString(await pageAt(path));
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
  );
  expect(faults).toEqual([]);
});

/** The limit after gzip. Public pages load these scripts on interaction, and forms after the first paint. */
const maxScriptBytes = 164_000;
const ownLimits: Partial<Record<string, number>> = {
  [paths.authCallback]: 177_000,
  ...Object.fromEntries(
    [paths.home, paths.plans, paths.faq, paths.privacy, paths.terms, paths.maintenance, paths.notFound].map(
      (path) => [path, 140_000],
    ),
  ),
};

test.each(renderedPaths)('%s stays within its script and style limits', async (path) => {
  const html = await pageAt(path);
  const weightOf = async (kind: string) => {
    const files = new Set(html.match(new RegExp(`/assets/[\\w.-]+\\.${kind}\\b`, 'g')));
    const answers = await Promise.all([...files].map(get));
    const bodies = await Promise.all(answers.map((answer) => answer.bytes()));
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  };
  const scripts = await weightOf('js');
  expect(scripts).toBeGreaterThan(100_000);
  expect(scripts).toBeLessThanOrEqual(ownLimits[path] ?? maxScriptBytes);
  expect(await weightOf('css')).toBeLessThanOrEqual(15_000);
});

test('the frame of the dashboard names all modules that its pages share, in a few files', async () => {
  const html = await pageAt('/dashboard');
  const modules = html.match(/<link rel="modulepreload" href="[^"]+"/g) ?? [];
  expect(modules.some((link) => link.includes('/assets/dashboard-'))).toBe(true);
  // Each file costs a slow machine time. Without their chunk, the shared modules are 43 files.
  expect(modules.length).toBeLessThanOrEqual(20);
});

test.each(publicPaths)('%s has a head that search engines and link previews can read', async (path) => {
  const head = headOf(await pageAt(path));
  expect(head.title).toMatch(/Escriba/);
  expect(head.description?.length).toBeGreaterThan(40);
  expect(head.description?.length).toBeLessThan(160);
  expect(new URL(head.canonical ?? '').pathname).toBe(path);
  expect(head['og:url']).toBe(head.canonical);
  expect(head['og:title']).toBe(head.title);
  expect(new URL(head['og:image'] ?? '').pathname).toBe(shareImagePath(path));
  expect(head.robots).toBeUndefined();
});

test('no two pages share a title or a description', async () => {
  const heads = await Promise.all(publicPaths.map(async (path) => headOf(await pageAt(path))));
  expect(new Set(heads.map(({ title }) => title)).size).toBe(publicPaths.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(publicPaths.length);
});

const unlisted = renderedPaths.filter((path) => !(publicPaths as readonly string[]).includes(path));

test.each(unlisted)('%s asks search engines not to index it', async (path) => {
  const { robots, description } = headOf(await pageAt(path));
  expect(robots).toBe('noindex');
  // The callback page needs no description, because no visitor reads it.
  if (path !== paths.authCallback) expect(description?.length).toBeGreaterThan(40);
});

test.each([paths.maintenance, paths.forgotPassword, paths.resetPassword])(
  '%s describes itself to link previews',
  async (path) => {
    const head = headOf(await pageAt(path));
    expect(new URL(head.canonical ?? '').pathname).toBe(path);
    expect(head).toMatchObject({ 'og:url': head.canonical, 'og:title': head.title });
    expect(head['og:description']).toBe(head.description);
    expect(head['og:site_name']).toBe('Escriba');
  },
);

test('the offline page shows the same text as a page whose scripts do not load', async () => {
  const html = await pageAt('/offline');
  const { title, text } = noConnectionError;
  expect(headOf(html).title).toBe(`${title} · Escriba`);
  expect(html).toContain(`<p>${text.replace('Esta parte da página', 'Esta página')}</p>`);
  expect(html).not.toMatch(/PRODUCT_NAME|HEAD_SCRIPT/);
  for (const color of Object.values(paperColors))
    expect(html).toMatch(new RegExp(`<meta name="theme-color"[^>]* content="${color}">`));
});

test('the sitemap lists exactly the public pages, and robots.txt names it', async () => {
  const sitemap = await get('/sitemap.xml');
  expect(sitemap.headers.get('content-type')).toMatch(/xml/);
  const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => address,
  );
  expect(listed.map((address) => new URL(address).pathname)).toEqual([...publicPaths]);
  const robots = await pageAt('/robots.txt');
  expect(robots).toContain(`Sitemap: ${new URL(listed[0] ?? '').origin}/sitemap.xml`);
  const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
  expect(closed).toEqual(['/api/', '/dashboard']);
});

test('the landing page gives search engines the plans’ prices', async () => {
  const [product] = structuredDataOf(await pageAt('/'));
  expect(product).toMatchObject({ '@context': 'https://schema.org', '@type': 'SoftwareApplication' });
  const forSale = seededPlans.filter((plan) => !plan.is_coming_soon);
  expect(
    product.offers.map(({ price, priceCurrency }: Record<string, string>) => [price, priceCurrency]),
  ).toEqual(forSale.map(({ price_cents }) => [(price_cents / 100).toFixed(2), 'BRL']));
});

test('the FAQ shows six questions without scripts and gives search engines the same answers', async () => {
  const html = await pageAt('/faq');
  const [faq] = structuredDataOf(html);
  expect(faq['@type']).toBe('FAQPage');
  expect(html.match(/<details/g)).toHaveLength(6);
  expect(faq.mainEntity.map(({ name }: { name: string }) => name)).toEqual(
    questions.map(({ question }) => question),
  );
  for (const { acceptedAnswer } of faq.mainEntity) expect(acceptedAnswer.text.length).toBeGreaterThan(60);
});

test.each([
  ['/privacy', 'abril de 2025'],
  ['/terms', 'março de 2025'],
])('%s shows its date of change, and its table of contents links to its sections', async (path, updated) => {
  const html = await pageAt(path);
  expect(html.replaceAll('<!-- -->', '')).toContain(`Última atualização: ${updated}`);
  const anchors = [...html.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
  const sections = [...html.matchAll(/<section id="([\w-]+)"/g)].map(([, id]) => id);
  expect(sections.length).toBeGreaterThan(8);
  expect(anchors).toEqual(expect.arrayContaining(sections));
});

/** Returns the text of a page as users read it, without React's comments and with single spaces. */
const proseAt = async (path: string) =>
  (await pageAt(path)).replaceAll('<!-- -->', '').replaceAll(/\s+/g, ' ');

test('the terms state the rules of the screens about refunds, credit and lost money', async () => {
  const terms = await proseAt('/terms');
  for (const rule of [
    'termina na hora, sem devolução do que já foi pago, e um crédito se perde',
    'peça o reembolso na página Meu plano antes de apagar a conta',
    'O cartão paga o preço do novo plano menos o que você já pagou e ainda não usou',
    'a diferença vira crédito',
    'O crédito paga as próximas cobranças antes do cartão',
    'O que vinha de pagamentos mais antigos não volta ao cartão: fica como crédito',
  ])
    expect(terms).toContain(rule);
});

test('the privacy policy contains what the law requires', async () => {
  const policy = await proseAt('/privacy');
  for (const part of [
    'Nós somos o operador (art. 5º, VII)',
    '(arts. 11 e 14 da LGPD)',
    'saber que pode não dar o consentimento',
    'decisão tomada só por máquina (art. 20)',
    'href="https://www.gov.br/anpd"',
    'href="https://consumidor.gov.br"',
    'os de acesso por seis meses (Marco Civil da Internet, art. 15)',
    '(arts. 33, IX, e 7º, V, da LGPD)',
  ])
    expect(policy).toContain(part);
  expect(policy).not.toContain('instalação');
});

test('the share pictures show the pages’ current texts', async () => {
  const drawn = JSON.parse(await readFile('script/release/share-pictures.json', 'utf8'));
  expect(Object.keys(drawn)).toEqual(publicPaths.map(shareImagePath));
  for (const path of publicPaths) {
    const file = shareImagePath(path);
    expect(drawn[file].words).toBe(shareImageTexts[path]);
    const answer = await get(file);
    expect(answer.headers.get('content-type')).toBe('image/png');
    const picture = Buffer.from(await answer.arrayBuffer());
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1_200, 630]);
    expect(createHash('sha256').update(picture).digest('hex')).toBe(drawn[file].sha256);
  }
});

test('the icons of the installable product have the sizes in the manifest', async () => {
  const answer = await get('/manifest.webmanifest');
  expect(answer.headers.get('content-type')).toMatch(/application\/manifest\+json/);
  const manifest = JSON.parse(await answer.text());
  expect(manifest).toMatchObject({
    name: 'Escriba',
    lang: 'pt-BR',
    display: 'standalone',
    start_url: '/dashboard',
  });
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  for (const { src, sizes } of manifest.icons) {
    const icon = Buffer.from(await (await get(src)).arrayBuffer());
    expect(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`).toBe(sizes);
  }
});

test('the browser revalidates the service worker, which changes with its offline page', async () => {
  const answer = await get('/sw.js');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const hash = createHash('sha256');
  for (const path of [
    '/offline',
    '/offline/offline.css',
    '/offline/offline.js',
    '/offline/instrument-sans.woff2',
    '/icon.svg',
  ])
    hash.update(await (await get(path)).bytes());
  const version = hash.digest('hex').slice(0, 12);
  expect(await answer.text()).toContain(`escriba-offline-${version}`);
});
