import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import type { Driver } from './tab.ts';

const prefs = {
  // Firefox must contact only this machine.
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'media.autoplay.default': 0,
};

/** Drives Firefox by WebDriver BiDi. Each launch has a new profile. */
export async function openFirefox(program: string): Promise<Driver> {
  const downloads = await mkdtemp(join(tmpdir(), 'escriba-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    defaultViewport: null,
    args: ['--width=1440', '--height=900'],
    extraPrefsFirefox: { ...prefs, 'browser.download.folderList': 2, 'browser.download.dir': downloads },
  });
  const [page = await browser.newPage()] = await browser.pages();

  async function elementOf(expression: string) {
    const handle = await page.evaluateHandle(expression);
    const element = handle.asElement() as ElementHandle | null;
    if (element === null) throw new Error(`no element: ${expression}`);
    return element;
  }

  return {
    open: async (address) => {
      await page.goto(address);
    },
    read: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
    click: async (expression) => (await elementOf(expression)).click(),
    type: async (expression, keys) => (await elementOf(expression)).type(keys),
    clear: async (expression) => {
      // Click, because a script's focus() sets no caret in a window without focus.
      await (await elementOf(expression)).click();
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.press('Backspace');
    },
    select: async (expression, value) => {
      await (await elementOf(expression)).select(value);
    },
    choose: async (expression, path) => (await elementOf(expression)).uploadFile(path),
    resize: (width, height) => page.setViewport({ width, height }),
    picture: async () => Buffer.from(await page.screenshot()),
    downloads,
    close: async () => {
      await browser.close();
      await rm(downloads, { recursive: true, force: true });
    },
  };
}
