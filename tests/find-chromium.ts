import { existsSync } from 'node:fs';

/** Uses the browser that script/bootstrap found, else the one at Debian's path, else Playwright's own. */
export function findChromium(): { executablePath?: string } {
  const path = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  return existsSync(path) ? { executablePath: path } : {};
}
