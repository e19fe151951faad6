import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '#tests/helpers/find-chromium.ts';

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  });
}

type SignIn = { url: string; account: { email: string; password: string } };

/** A signed-in browser context at desktop size. */
export async function signedInContext(browser: Browser, { url, account }: SignIn): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'pt-BR',
    viewport: { width: 1440, height: 900 },
  });
  const { email, password } = account;
  const answer = await context.request.post('/api/auth/sign-in/email', {
    headers: { origin: url },
    data: { email, password },
  });
  if (!answer.ok()) throw new Error(`the sign-in failed: ${answer.status()} ${await answer.text()}`);
  return context;
}

/** The page measures one frame after the element appears. A closed or hidden page may have no frames. */
const timeWithinMs = 30_000;

/** Returns the milliseconds from the navigation to the frame after the element appears, by the page's own clock. */
export async function timeToElement(page: Page, path: string, selector: string): Promise<number> {
  await page.addInitScript(`{
    const poll = () => {
      const element = document.querySelector(${JSON.stringify(selector)});
      if (element === null) requestAnimationFrame(poll);
          else requestAnimationFrame(() => { window.paintedAtMs = performance.now(); });
      };
      poll();
  }`);
  await page.goto(path);
  await page.locator(selector).first().waitFor();
  // The script sets the time one frame after the element appears, so ask until it is there.
  for (const giveUpAt = Date.now() + timeWithinMs; Date.now() < giveUpAt; ) {
    const ms = await page.evaluate<number | undefined>('window.paintedAtMs');
    if (ms !== undefined) return ms;
  }
  throw new Error(`${path} shows ${selector}, but its script did not measure the time`);
}

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  args?: { name?: string };
};

const taskNames = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);

/** Returns the duration of the longest task of the page's main thread during `work`, from Chromium's trace. */
async function longestTaskMs(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser');
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'],
  });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mainThreads = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = trace.traceEvents.filter(
    ({ name, pid, tid }) => taskNames.has(name) && mainThreads.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace contains no task of the page');
  return Math.max(...tasks.map(({ dur = 0 }) => dur / 1_000));
}

const frameMs = 16;

type Wheel = { turns: number; wheelPx: number };

/** The longest task while a wheel over the element turns once in each frame, with a jump back now and then. */
export async function longestWheelTaskMs(
  page: Page,
  selector: string,
  { turns, wheelPx }: Wheel,
): Promise<number> {
  await page.locator(selector).first().hover();
  return longestTaskMs(page, async () => {
    for (let turn = 0; turn < turns; turn += 1) {
      await page.mouse.wheel(0, turn % 50 === 24 ? -wheelPx * 20 : wheelPx);
      await delay(frameMs);
    }
  });
}
