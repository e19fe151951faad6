import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { openFirefox } from './firefox.ts';
import type { Driver } from './tab.ts';
import { openWebKit } from './webkit.ts';

type Browser = Readonly<{
  name: string;
  /** Undefined if the browser is not installed. */
  open: (() => Promise<Driver>) | undefined;
}>;

const isAllowed = (path: string, mode: number) =>
  access(path, mode).then(
    () => true,
    () => false,
  );

async function firstOf(paths: readonly string[], mode = constants.X_OK) {
  for (const path of paths) if (await isAllowed(path, mode)) return path;
  return undefined;
}

const onPath = (...names: string[]) =>
  firstOf(names.flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((each) => join(each, name))));

const filesIn = (folder: string) => readdir(folder).catch(() => []);

/** Searches beside WebKitGTK's library, whose folder differs between Debian and Fedora. */
async function findMiniBrowser() {
  const libraries = await filesIn('/usr/lib');
  const parents = ['/usr/libexec', '/usr/lib', ...libraries.map((each) => join('/usr/lib', each))];
  const folders = await Promise.all(
    parents.map(async (parent) =>
      (await filesIn(parent))
        .filter((each) => each.startsWith('webkit2gtk-'))
        .map((each) => join(parent, each)),
    ),
  );
  return firstOf(folders.flat().map((folder) => join(folder, 'MiniBrowser')));
}

/** WebKitGTK plays AAC, as Safari does, only with this plugin of GStreamer. */
async function findAacDecoder() {
  const folders = [
    '/usr/lib64',
    '/usr/lib',
    ...(await filesIn('/usr/lib')).map((each) => join('/usr/lib', each)),
  ];
  return firstOf(
    folders.map((folder) => join(folder, 'gstreamer-1.0/libgstlibav.so')),
    constants.R_OK,
  );
}

async function findFirefox(): Promise<Browser> {
  const program =
    (await onPath('firefox-esr', 'firefox')) ??
    (await firstOf(['/Applications/Firefox.app/Contents/MacOS/firefox']));
  return { name: 'Firefox', open: program === undefined ? undefined : () => openFirefox(program) };
}

async function findWebKit(): Promise<Browser> {
  const driver = await onPath('WebKitWebDriver');
  const display = await onPath('xvfb-run');
  const browser = await findMiniBrowser();
  const decoder = await findAacDecoder();
  const open =
    driver === undefined || display === undefined || browser === undefined || decoder === undefined
      ? undefined
      : () => openWebKit({ driver, browser, display });
  return { name: 'WebKit', open };
}

/** Finds the browsers for these tests. The tests in tests/e2e run in Chromium. */
export const findBrowsers = () => Promise.all([findFirefox(), findWebKit()]);

// script/bootstrap runs this file to list missing browsers.
if (import.meta.main) {
  const missing = (await findBrowsers()).filter(({ open }) => open === undefined);
  console.log(missing.map(({ name }) => name).join(' '));
}
