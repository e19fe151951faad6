import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import { authLogger } from './auth-log.ts';

function logged(level: 'warn' | 'error', message: string, ...details: unknown[]) {
  const lines: string[] = [];
  authLogger(pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) }))(
    level,
    message,
    ...details,
  );
  return lines.map((line) => JSON.parse(line));
}

test("the log rewords Better Auth's low-entropy warning and says how to generate a secret", async () => {
  const library = 'node_modules/better-auth/dist/context/create-context.mjs';
  const [said = ''] =
    /\[better-auth\] Warning:[^"`]*low-entropy[^"`]*/.exec(await readFile(library, 'utf8')) ?? [];
  expect(logged('warn', said)).toEqual([
    { level: 40, msg: expect.stringMatching(/^SESSION_SECRET is easy to guess.*openssl rand -hex 32/) },
  ]);
});

test("the log never contains personal data from Better Auth's messages", () => {
  const lines = [
    ...logged('error', 'User not found', { email: 'ana@exemplo.com' }),
    ...logged('error', 'Invalid callbackURL: https://evil.example/?token=abc'),
    ...logged('warn', 'ana@exemplo.com tried https://a.example/?token=abc'),
  ];
  expect(lines).toHaveLength(3);
  expect(JSON.stringify(lines)).not.toMatch(/ana@|token|evil/);
});
