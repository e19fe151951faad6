/**
 * Lighthouse on every public page, three times each, with its default throttling (a mid-range phone on a slow
 * network). The product serves the pages compressed and with its headers, as visitors get them.
 *
 * The benchmark prints Lighthouse's reasons for scores below 100. With --tiny it visits one page once.
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

/** The pages that a visitor can open directly. The callback page is left out because it redirects at once. */
const allPages = [...prerenderedPaths.filter((path) => path !== paths.authCallback), paths.notFound];
const isListed = (path: string) => (publicPaths as readonly string[]).includes(path);

const { runs } = readSizes({ usual: { runs: 3 }, tiny: { runs: 1 } });
const { values } = parseArgs({
  options: { pages: { type: 'string' }, reports: { type: 'string' } },
  // readSizes parses the sizes.
  strict: false,
});
const asked = typeof values.pages === 'string' ? values.pages : undefined;
if (asked !== undefined) skipSaving();
const pages = asked?.split(',') ?? (isTiny ? [paths.home] : allPages);
const reports = typeof values.reports === 'string' ? values.reports : undefined;

/** A noindex page and the 404 page fail these audits on purpose. */
const unlistedAudits = ['is-crawlable', 'http-status-code'];
/** The browser logs the 404 response to the console. */
const notFoundAudits = ['errors-in-console'];

function settingsFor(path: string) {
  if (isListed(path)) return {};
  if (path !== paths.notFound) return { skipAudits: unlistedAudits };
  return { skipAudits: [...unlistedAudits, ...notFoundAudits], ignoreStatusCode: true };
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
    // data: URLs are part of the page and cause no request.
    .filter(({ url }) => url.startsWith('http'));

/** The size after gzip, for which the limits are set, whatever encoding the browser received. */
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
    // Three decimals, as Lighthouse shows: smaller shifts are invisible.
    cls: Math.round((audits['cumulative-layout-shift']?.numericValue ?? 1) * 1_000) / 1_000,
    scriptBytes: await gzippedBytes(transfers, 'Script'),
    styleBytes: await gzippedBytes(transfers, 'Stylesheet'),
    foreign: transfers.filter(({ url }) => !url.startsWith(origin)).length,
  };
}

function printFailedAudits(path: string, { audits, categories: scored }: Result) {
  for (const name of categories.slice(1)) {
    for (const { id, weight } of scored[name]?.auditRefs ?? []) {
      const { score = null, title = '' } = audits[id] ?? {};
      if (weight > 0 && score !== null && score < 1) console.log(`${path} ${name}: ${title} (${id})`);
    }
  }
}

async function look(path: string, origin: string) {
  // A new browser for each visit, so that no cache carries over.
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
    if (visited === undefined) throw new Error(`Lighthouse returned no result for ${path}`);
    return visited;
  } finally {
    chrome.kill();
  }
}

async function visit(path: string, origin: string): Promise<Sample> {
  for (let tries = 1; ; tries += 1) {
    const { lhr, artifacts } = await look(path, origin);
    if (lhr.runtimeError !== undefined) {
      // On a busy machine Chromium sometimes starts its trace too late.
      if (tries === maxTries) throw new Error(`${path}: ${lhr.runtimeError.message}`);
      continue;
    }
    printFailedAudits(path, lhr);
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
  // Round by round, so that other load on the machine affects all pages equally.
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
/** All runs of all pages, because one bad run misses the goal. */
const all = (name: keyof Sample) => [...samples.values()].flat().map((sample) => sample[name]);
const lowestOf = (name: keyof Sample) => summarise([Math.min(...all(name))]);
const highestOf = (name: keyof Sample) => summarise([Math.max(...all(name))]);
const kilobytes = (name: 'scriptBytes' | 'styleBytes') =>
  summarise((samples.get(pages[0] ?? '') ?? []).map((sample) => sample[name] / 1_000));

const perPage = pages.flatMap((path): Comparison[] => [
  { what: `${path} performance`, unit: '', ours: of(path, 'performance'), goal: { atLeast: 98 } },
  { what: `${path} LCP`, unit: 'ms', ours: of(path, 'lcpMs'), goal: { atMost: 1_800 } },
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
  // Unlike the score, this figure excludes other load on the machine.
  {
    what: 'all pages, highest own blocking time',
    unit: 'ms',
    ours: highestOf('ownBlockingMs'),
    goal: { atMost: 200 },
  },
  { what: 'all pages, highest layout shift', unit: '', ours: highestOf('cls'), goal: { atMost: 0 } },
  { what: 'all pages, third-party requests', unit: '', ours: highestOf('foreign'), goal: { atMost: 0 } },
  // Before any user input. tests/site/pages.test.ts limits the bytes of every page.
  { what: `${pages[0]} scripts, gzip`, unit: 'kB', ours: kilobytes('scriptBytes'), goal: { atMost: 130 } },
  { what: `${pages[0]} styles, gzip`, unit: 'kB', ours: kilobytes('styleBytes'), goal: { atMost: 15 } },
]);
