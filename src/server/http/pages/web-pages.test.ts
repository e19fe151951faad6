import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Installation } from '#contract/installation.ts';
import { minuteMs } from '#domain/format/durations.ts';
import { plans } from '#server/adapters/db/schema/plans.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { buildApp } from '../server/app.ts';

/** Uses the pages of script/build, which script/test runs first. */
let product: TestProduct;
let at: string;
const publicUrl = 'https://outra.example';
const named = {
  SUPPORT_EMAIL: 'ajuda@letras.example',
  LEGAL_NAME: 'Letras & "Sons" $& Ltda.',
  LEGAL_ADDRESS: 'Rua das Letras, 1, Centro.',
  PRIVACY_CONTACT: 'Ana <Lima>',
  KEEP_ORIGINALS_DAYS: '30',
};
beforeAll(async () => {
  // An address that no build knows: the server inserts it into the pages.
  product = await startTestProduct({ PUBLIC_URL: publicUrl, ...named });
  at = `http://127.0.0.1:${product.config.http.port}`;
});
afterAll(() => product.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${at}${path}`, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });

function hashesOfInlineScripts(html: string) {
  return [...html.matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

test.each(['/', '/plans', '/contato', '/login', '/dashboard'])(
  'the content policy of %s allows exactly its own inline scripts',
  async (path) => {
    const answer = await get(path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const allowed = /script-src 'self'([^;]*)/.exec(policy)?.[1]?.trim().split(' ') ?? [];
    const wanted = hashesOfInlineScripts(await answer.text());
    expect(wanted.length).toBeGreaterThan(0);
    expect(new Set(allowed)).toEqual(new Set(wanted));
  },
);

/** Does not use fetch, because fetch adds no-cache to a conditional request. */
async function statusAsBrowser(path: string, headers: Record<string, string>) {
  const [answer] = (await once(request(`${at}${path}`, { headers }).end(), 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test('a browser revalidates a page and gets a 304 while it is unchanged', async () => {
  const encoding = { 'accept-encoding': 'br' };
  const first = await get('/', encoding);
  expect(first.headers.get('cache-control')).toBe('no-cache');
  expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const etag = first.headers.get('etag') ?? '';
  expect(await statusAsBrowser('/', { ...encoding, 'if-none-match': etag })).toBe(304);
  expect(await statusAsBrowser('/', { ...encoding, 'if-none-match': `"other", W/${etag}` })).toBe(304);
  expect(await statusAsBrowser('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).toBe(200);
  expect(await statusAsBrowser('/plans', { ...encoding, 'if-none-match': etag })).toBe(200);
});

const encodings = [
  '*',
  '*;q=0',
  'x-gzip',
  'br;q=0, *',
  'gzip;q=0, *',
  'br;q=0.1, *',
  'identity;q=0',
  'deflate',
  'BR',
];
test.each(['/plans', '/offline', '/robots.txt', '/sitemap.xml', '/icon.svg', '/sw.js', '/nao-existe'])(
  'a strong ETag of %s names one body, whatever encodings the client lists',
  async (path) => {
    const bodies = new Map<string, Buffer>();
    for (const encoding of ['br', 'gzip', 'identity', ...encodings]) {
      const headers = { accept: 'text/html', 'accept-encoding': encoding };
      const [answer] = (await once(request(`${at}${path}`, { headers }).end(), 'response')) as [
        IncomingMessage,
      ];
      const body = await buffer(answer);
      const tag = answer.headers.etag ?? '';
      expect(tag).not.toBe('');
      if (tag.startsWith('W/')) continue;
      expect([encoding, body.equals(bodies.get(tag) ?? body)]).toEqual([encoding, true]);
      bodies.set(tag, body);
    }
  },
);

test.each([
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*;q=0', null],
])('a client that accepts %s gets a page in %s', async (accepted, encoding) => {
  const answer = await get('/plans', { 'accept-encoding': accepted });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(await answer.text()).toContain('</html>');
});

test('a missing page stays a 404 for a browser that cached it', async () => {
  const headers = { accept: 'text/html', 'accept-encoding': 'br' };
  const etag = (await get('/nao-existe', headers)).headers.get('etag') ?? '';
  expect(await statusAsBrowser('/nao-existe', { ...headers, 'if-none-match': etag })).toBe(404);
});

test('pages, sitemap and robots.txt use the current PUBLIC_URL', async () => {
  const home = await (await get('/')).text();
  expect(home).toContain(`<link rel="canonical" href="${publicUrl}/"/>`);
  expect(home).toContain(`<meta property="og:url" content="${publicUrl}/"/>`);
  expect(home).toContain(`<meta property="og:image" content="${publicUrl}/`);
  expect(home).toContain(`"url":"${publicUrl}/plans"`);
  expect(await (await get('/sitemap.xml')).text()).toContain(`<loc>${publicUrl}/plans</loc>`);
  expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  for (const path of ['/', '/plans', '/login', '/dashboard', '/nao-existe', '/sitemap.xml', '/robots.txt'])
    expect(await (await get(path)).text()).not.toMatch(/(public-url|mark)\.invalid/);
});

test.each(['/contato', '/privacy', '/terms'])(
  '%s shows the support address of this installation without scripts',
  async (path) => {
    const html = await (await get(path)).text();
    expect(html).toMatch(/<a href="mailto:ajuda@letras\.example"[^>]*>ajuda@letras\.example<\/a>/);
  },
);

test('a visitor without scripts reads the support address instead of the contact form', async () => {
  const html = await (await get('/contato')).text();
  expect(/<noscript>([\s\S]*?)<\/noscript>/.exec(html)?.[1]).toContain('mailto:ajuda@letras.example');
});

const entities: Record<string, string> = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' };
/** The data that the scripts of a page read. */
function installationIn(html: string): Installation {
  const [, text = ''] = /<html[^>]* data-installation="([^"]*)"/.exec(html) ?? [];
  return JSON.parse(text.replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity));
}

test.each(['/', '/plans', '/privacy', '/terms'])(
  '%s names the operator of the installation with correct escaping',
  async (path) => {
    const html = await (await get(path)).text();
    const operator =
      'Quem opera este serviço: Letras &amp; &quot;Sons&quot; $&amp; Ltda., Rua das Letras, 1, Centro.';
    const [footer] = /<footer[\s\S]*<\/footer>/.exec(html) ?? [''];
    expect(footer).toContain(`>${operator}</p>`);
    expect(installationIn(html).operator).toBe(
      'Quem opera este serviço: Letras & "Sons" $& Ltda., Rua das Letras, 1, Centro.',
    );
    const isLegal = path === '/privacy' || path === '/terms';
    expect(html.includes('>Encarregado pelos dados pessoais: Ana &lt;Lima&gt;.</p>')).toBe(isLegal);
    expect(html.split(operator)).toHaveLength(isLegal ? 3 : 2);
    // The sentences of the legal pages use the name instead of a generic term.
    expect(html.includes('Letras &amp; &quot;Sons&quot; $&amp; Ltda.<!-- -->')).toBe(isLegal);
  },
);

test('a visitor without scripts reads which vendors get data and how long recordings are kept', async () => {
  const html = (await (await get('/privacy')).text()).replaceAll('<!-- -->', '');
  expect(html).toContain(
    '<strong>Transcrição</strong> (recebe trechos de som): um servidor de quem opera o serviço.',
  );
  expect(html).toContain('uma Stripe de teste, que nada cobra.');
  expect(html).toContain('Hoje, o arquivo enviado é apagado 30 dias depois que o texto fica pronto e');
});

test('plan cards, comparison and page data show the prices of the plans table', async () => {
  const { db } = product.deps;
  const set = (id: string, priceCents: number) =>
    db.update(plans).set({ priceCents }).where(eq(plans.id, id));
  const seeded = await db.select({ id: plans.id, priceCents: plans.priceCents }).from(plans);
  try {
    await set('basic-monthly', 4_990);
    await set('premium', 1_000);
    await set('basic-annual', 4_990 * 12);
    const app = await buildApp(product.deps);
    const [home, page] = await Promise.all(
      ['/', '/plans'].map(async (path) => (await app.inject(path)).body),
    );
    await app.close();
    for (const html of [home ?? '', page ?? '']) {
      expect(installationIn(html).plans.map(({ id, price_cents }) => [id, price_cents])).toEqual([
        ['free', 0],
        ['premium', 1_000],
        ['basic-monthly', 4_990],
        ['basic-annual', 59_880],
      ]);
      expect(html).toMatch(/>R\$\s49,90<\/span><span [^>]*>\/mês</);
      expect(html).toMatch(/>R\$\s598,80<\/span><span [^>]*>\/ano</);
      expect(html.match(/29,90|99,90|Economize ~/)).toBeNull();
    }
    expect(page).toMatch(/R\$\s49,90\/mês ou R\$\s598,80\/ano/);
    expect(page).toMatch(/R\$\s10,00\/mês · em breve/);
  } finally {
    for (const { id, priceCents } of seeded) await set(id, priceCents);
  }
});

test('a changed price is on the pages at most a minute later, without a restart', async () => {
  let skippedMs = 0;
  await using open = await startTestProduct({}, { now: () => new Date(Date.now() + skippedMs) });
  const plansPage = async () => (await fetch(`${open.url}/plans`)).text();
  const priceOnPage = async () => /R\$\s[\d,]+\/mês/.exec(await plansPage())?.[0].replace(/\s/, ' ');
  expect(await priceOnPage()).toBe('R$ 29,90/mês');
  await open.deps.db.update(plans).set({ priceCents: 3_490 }).where(eq(plans.id, 'basic-monthly'));
  skippedMs = minuteMs;
  expect(await priceOnPage()).toBe('R$ 34,90/mês');
  expect(installationIn(await plansPage()).plans.map(({ price_cents }) => price_cents)).toContain(3_490);
});

test('the pages keep their last prices while the database cannot be read', async () => {
  let skippedMs = 0;
  await using open = await startTestProduct({}, { now: () => new Date(Date.now() + skippedMs) });
  await open.deps.db.execute(sql`alter table plans rename to plans_gone`);
  skippedMs = minuteMs;
  expect(await (await fetch(`${open.url}/plans`)).text()).toMatch(/R\$\s29,90/);
  expect(open.logged()).toContain('the plans of the public pages could not be read');
  await open.deps.db.execute(sql`alter table plans_gone rename to plans`);
});

test('in production the server renders all public pages after its start, before any visit', async () => {
  await using open = await startTestProduct({
    NODE_ENV: 'production',
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'http://127.0.0.1:1',
  });
  await expect.poll(open.logged).toContain('public pages rendered');
});

async function offersOf({ config }: Pick<TestProduct, 'config'>) {
  const html = await (await fetch(`http://127.0.0.1:${config.http.port}/`)).text();
  const [, text = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? [];
  return (JSON.parse(text) as { offers: { name: string; price: string; url: string }[] }).offers;
}

test('the structured data contains the prices of the plans table', async () => {
  const offers = await offersOf(product);
  expect(offers.map(({ name, price }) => [name, price])).toEqual([
    ['Free', '0.00'],
    ['Básico (Mensal)', '29.90'],
    ['Básico (Anual)', '299.90'],
  ]);
  expect(offers[0]?.url).toBe(`${publicUrl}/plans`);
  const { db } = product.deps;
  await db
    .update(plans)
    .set({ priceCents: 3_490, description: 'Com </script> no nome.' })
    .where(eq(plans.id, 'basic-monthly'));
  const app = await buildApp(product.deps);
  const html = (await app.inject('/')).body;
  await app.close();
  expect(html).toContain('"price":"34.90"');
  expect(html).not.toContain('Com </script>');
});

test('the structured data of an installation without payments holds no paid plan', async () => {
  await using free = await startTestProduct({
    NODE_ENV: 'production',
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'http://127.0.0.1:1',
    STRIPE_SECRET_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
  });
  expect((await offersOf(free)).map(({ name }) => name)).toEqual(['Free']);
  const page = await (await fetch(`http://127.0.0.1:${free.config.http.port}/plans`)).text();
  expect(page).toContain('os pagamentos ainda não foram ativados');
  expect(page).not.toMatch(/<a [^>]*>Escolher/);
});

test('the register page offers Google only if it is configured', async () => {
  const google = 'Continuar com Google';
  expect(await (await get('/register')).text()).toContain(google);
  await using without = await startTestProduct({
    NODE_ENV: 'production',
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'http://127.0.0.1:1',
    GOOGLE_CLIENT_ID: '',
    GOOGLE_CLIENT_SECRET: '',
  });
  const page = await (await fetch(`http://127.0.0.1:${without.config.http.port}/register`)).text();
  expect(page).toContain('Criar conta');
  expect(page).not.toContain(google);
});

test.each(['br', 'gzip', 'identity', 'br;q=0, gzip;q=0.5', 'deflate'])(
  'a page has the same text for a client that accepts %s',
  async (accepted) => {
    const plain = await (await get('/plans', { 'accept-encoding': 'identity' })).text();
    const answer = await get('/plans', { 'accept-encoding': accepted });
    expect(await answer.text()).toBe(plain);
    const wanted = /^(br|gzip)$/.test(accepted) ? accepted : /gzip/.test(accepted) ? 'gzip' : null;
    expect(answer.headers.get('content-encoding')).toBe(wanted);
    expect(answer.headers.get('vary')).toContain('accept-encoding');
  },
);

test('a HEAD request gets the headers of the page and no body', async () => {
  const answer = await fetch(`${at}/`, { method: 'HEAD', headers: { accept: 'text/html' } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await answer.text()).toBe('');
});

test('the dashboard tells a visitor without scripts to enable them', async () => {
  const html = await (await get('/dashboard/conta')).text();
  const words = /<noscript>([\s\S]*?)<\/noscript>/.exec(html)?.[1];
  expect(words).toContain('Ative o JavaScript do navegador');
  expect(words).toContain('href="/"');
});

test('an asset with a hash in its name is cached for a year and served precompressed', async () => {
  const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(await (await get('/')).text()) ?? [];
  const answer = await get(asset, { 'accept-encoding': 'br' });
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('vary')).toContain('accept-encoding');
});

test('every dashboard address gets the dashboard frame, an unknown address gets the 404 page', async () => {
  expect((await get('/dashboard/transcricoes/123')).status).toBe(200);
  const unknown = await get('/nao-existe');
  expect(unknown.status).toBe(404);
  expect(unknown.headers.get('content-type')).toContain('text/html');
});

test.each(['/plans.html', '/index.html', '/foto.png'])(
  'a missing %s gives a browser the 404 page and any other client our error body',
  async (path) => {
    const seen = await get(path);
    expect(seen.status).toBe(404);
    expect(seen.headers.get('content-type')).toContain('text/html');
    const read = await get(path, { accept: '*/*' });
    expect(read.status).toBe(404);
    expect(await read.json()).toMatchObject({ code: 'not_found' });
  },
);

test('the server has the favicon that browsers request by themselves', async () => {
  const answer = await get('/favicon.ico', { accept: 'image/avif,image/webp,*/*' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
});

test.each([
  '/..%2f..%2fpackage.json',
  '/assets/..%2f..%2fserver%2findex.js',
  '/%00',
  '/server/index.js',
  '/index.html.br',
])('%s gives no file outside the public pages', async (path) => {
  const answer = await get(path);
  expect([400, 404]).toContain(answer.status);
  expect(await answer.text()).not.toMatch(/sha256-|"dependencies"/);
});
