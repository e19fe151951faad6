import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { canary } from '../../script/release/build-canaries.ts';

const clientDir = new URL('../../build/web/client/', import.meta.url).pathname;
const projectDir = new URL('../..', import.meta.url).pathname;

async function builtFiles() {
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const secrets = {
  'a key of a vendor': /\b(sk|rk|whsec)_(live|test)?_?[A-Za-z0-9]{16,}|AKIA[0-9A-Z]{16}|AIza[\w-]{35}/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'a name of our environment': /\b(SESSION_SECRET|DATABASE_URL|SMTP_URL|STRIPE_SECRET_KEY|OPENAI_API_KEY)\b/,
  'an address with a password': /\b[a-z]+:\/\/[^\s/:@"'`]+:[^\s/@"'`]+@/,
  // script/test builds the pages with these values in place of secrets.
  'a secret of the environment that the pages were built in': new RegExp(canary),
  'a source map': /[#@]\s*sourceMappingURL=/,
};

/** script/test builds the pages first, but a run of this file alone may have none. */
const isSkipped = !existsSync(clientDir) && process.env.PAGES_REQUIRED !== '1';

test.skipIf(isSkipped)('the built pages contain no source map, secret or path of a machine', async () => {
  const files = await builtFiles();
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => ['.map', '.ts', '.tsx', '.env'].includes(extname(file)))).toEqual([]);
  const found: string[] = [];
  for (const file of files.filter((each) => /\.(js|css|html|json|txt|webmanifest)$/.test(each))) {
    const text = await readFile(file, 'utf8');
    for (const [what, pattern] of Object.entries(secrets)) {
      const match = pattern.exec(text)?.[0];
      if (match !== undefined)
        found.push(`${what} in ${file.slice(clientDir.length)}: ${match.slice(0, 80)}`);
    }
    for (const path of [projectDir, `${homedir()}/`])
      if (path.length > 6 && text.includes(path))
        found.push(`a path of this machine in ${file.slice(clientDir.length)}`);
  }
  expect(found).toEqual([]);
});
