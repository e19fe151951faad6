/**
 * Every public page as Lighthouse sees it: a phone of the middle class on a slow line (its default throttling), three
 * times each. The page comes from the product itself, compressed and with its headers, as visitors get it.
 *
 * What Lighthouse calls the reason of a score below the best is printed. With --tiny it looks at one page once.
 *
 *   node bench/lighthouse.ts [--runs 3] [--pages /,/plans] [--reports FOLDER]
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { paths, prerenderedPaths, publicPaths } from '#web/app/paths.ts';
import {
  type Comparison,
  isTiny,
  readSizes,
  report,
  type Summary,
  skipSaving,
  summarise,
} from './harness.ts';
import { mainThreadBlockingMs } from './set-up/blocking-time.ts';
import { createInstance, startProduct, stopProcess, waitUntilReady } from './set-up/product-process.ts';

/** What anybody may open by itself; the callback leads on at once. */
const allPages = [...prerenderedPaths.filter((path) => path !== paths.authCallback), paths.notFound];
const isListed = (path: string) => (publicPaths as readonly string[]).includes(path);

const { runs } = readSizes({ usual: { runs: 3 }, tiny: { runs: 1 } });
const { values } = parseArgs({
  options: { pages: { type: 'string' }, reports: { type: 'string' } },
  // The sizes are read where all benchmarks read them.
  strict: false,
});
const asked = typeof values.pages === 'string' ? values.pages : undefined;
if (asked !== undefined) skipSaving();
const pages = asked?.split(',') ?? (isTiny ? [paths.home] : allPages);
const reports = typeof values.reports === 'string' ? values.reports : undefined;

/** A page that asks searches to leave it out, or says that it is not there, does what it should. */
const meantSo = ['is-crawlable', 'http-status-code'];
/** The browser says once in the console that there is no such page. */
const saidByAbsence = ['errors-in-console'];

function settingsFor(path: string) {
  if (isListed(path)) return {};
  if (path !== paths.notFound) return { skipAudits: meantSo };
  return { skipAudits: [...meantSo, ...saidByAbsence], ignoreStatusCode: true };
}

const maxTries = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const chromeFlags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

type Sample = Record<(typeof categories)[number], number> & {
  lcpMs: number;
  cls: number;
  ownBlockingMs: number;
  scriptBytes: number;
  styleBytes: number;
  foreign: number;
};

type Transfer = { url: string; resourceType?: string };

const transfersOf = ({ audits }: Result) =>
  ((audits['network-requests']?.details as { items?: Transfer[] } | undefined)?.items ?? [])
    // What is inside the page itself has not been asked of anybody.
    .filter(({ url }) => url.startsWith('http'));

/** As gzip makes them, whatever the browser was sent: so the limits are meant. */
async function gzippedBytes(transfers: readonly Transfer[], type: 'Script' | 'Stylesheet') {
  const urls = transfers.filter(({ resourceType }) => resourceType === type).map(({ url }) => url);
  const bodies = await Promise.all(urls.map(async (url) => (await fetch(url)).bytes()));
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
}

async function sampleOf(lhr: Result, origin: string): Promise<Omit<Sample, 'ownBlockingMs'>> {
  const { audits, categories: scored } = lhr;
  const transfers = transfersOf(lhr);
  const score = (name: (typeof categories)[number]) => Math.round((scored[name]?.score ?? 0) * 100);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lcpMs: audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY,
    // To three places, as Lighthouse shows it: below that nothing on the page has visibly moved.
    cls: Math.round((audits['cumulative-layout-shift']?.numericValue ?? 1) * 1_000) / 1_000,
    scriptBytes: await gzippedBytes(transfers, 'Script'),
    styleBytes: await gzippedBytes(transfers, 'Stylesheet'),
    foreign: transfers.filter(({ url }) => !url.startsWith(origin)).length,
  };
}

/** A score below the best is of no use without its reason. */
function tellLosses(path: string, { audits, categories: scored }: Result) {
  for (const name of categories.slice(1)) {
    for (const { id, weight } of scored[name]?.auditRefs ?? []) {
      const { score = null, title = '' } = audits[id] ?? {};
      if (weight > 0 && score !== null && score < 1) console.log(`${path} ${name}: ${title} (${id})`);
    }
  }
}

async function look(path: string, origin: string) {
  // A browser of its own each time: nothing is kept from the visit before.
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags,
    logLevel: 'silent',
  });
  try {
    const visited = await lighthouse(`${origin}${path}`, {
      port: chrome.port,
      output: 'json',
      logLevel: 'silent',
      onlyCategories: [...categories],
      ...settingsFor(path),
    });
    if (visited === undefined) throw new Error(`Lighthouse had nothing to say of ${path}`);
    return visited;
  } finally {
    chrome.kill();
  }
}

async function visit(path: string, origin: string): Promise<Sample> {
  for (let tries = 1; ; tries += 1) {
    const { lhr, artifacts } = await look(path, origin);
    if (lhr.runtimeError !== undefined) {
      // On a busy machine the browser sometimes begins to record too late.
      if (tries === maxTries) throw new Error(`${path}: ${lhr.runtimeError.message}`);
      continue;
    }
    tellLosses(path, lhr);
    if (reports !== undefined) {
      await mkdir(reports, { recursive: true });
      const name = `${path.replaceAll('/', '_')}-${Date.now()}.json`;
      await writeFile(join(reports, name), JSON.stringify(lhr));
    }
    return {
      ...(await sampleOf(lhr, origin)),
      ownBlockingMs: mainThreadBlockingMs(artifacts.Trace.traceEvents),
    };
  }
}

await using place = await createInstance({ ROLES: 'web' });
const product = startProduct(place);
const samples = new Map<string, Sample[]>(pages.map((path) => [path, []]));
try {
  await waitUntilReady(place, product);
  // Round by round, so that what else the machine does weighs on all pages alike.
  for (let round = 0; round < runs; round += 1) {
    for (const path of pages) {
      const sample = await visit(path, place.url);
      samples.get(path)?.push(sample);
      const load = loadavg()[0]?.toFixed(1);
      const [lcpMs, blockingMs] = [sample.lcpMs, sample.ownBlockingMs].map(Math.round);
      console.log(`${path} ${sample.performance}, LCP ${lcpMs} ms, blocks ${blockingMs} ms, load ${load}`);
    }
  }
} finally {
  await stopProcess(product.child, 'SIGINT');
}

const of = (path: string, name: keyof Sample): Summary =>
  summarise((samples.get(path) ?? []).map((sample) => sample[name]));
/** Of all runs of all pages: one bad one is enough. */
const all = (name: keyof Sample) => [...samples.values()].flat().map((sample) => sample[name]);
const lowestOf = (name: keyof Sample) => summarise([Math.min(...all(name))]);
const highestOf = (name: keyof Sample) => summarise([Math.max(...all(name))]);
const kilobytes = (name: 'scriptBytes' | 'styleBytes') =>
  summarise((samples.get(pages[0] ?? '') ?? []).map((sample) => sample[name] / 1_000));

const perPage = pages.flatMap((path): Comparison[] => [
  { what: `${path} performance`, unit: '', ours: of(path, 'performance'), goal: { atLeast: 98 } },
  { what: `${path} largest paint`, unit: 'ms', ours: of(path, 'lcpMs'), goal: { atMost: 1_800 } },
]);
const everyPage = (['accessibility', 'best-practices', 'seo'] as const).map(
  (name): Comparison => ({
    what: `all pages, lowest ${name}`,
    unit: '',
    ours: lowestOf(name),
    goal: { atLeast: 100 },
  }),
);
await report(import.meta.filename, [
  ...perPage,
  ...everyPage,
  // The score counts what else the machine does as the page's; this does not.
  {
    what: 'all pages, most own blocking time',
    unit: 'ms',
    ours: highestOf('ownBlockingMs'),
    goal: { atMost: 200 },
  },
  { what: 'all pages, highest layout shift', unit: '', ours: highestOf('cls'), goal: { atMost: 0 } },
  { what: 'all pages, requests to others', unit: '', ours: highestOf('foreign'), goal: { atMost: 0 } },
  // Until somebody moves; tests/site/pages.test.ts holds the bytes of every page.
  { what: `${pages[0]} scripts, gzip`, unit: 'kB', ours: kilobytes('scriptBytes'), goal: { atMost: 130 } },
  { what: `${pages[0]} styles, gzip`, unit: 'kB', ours: kilobytes('styleBytes'), goal: { atMost: 15 } },
]);
