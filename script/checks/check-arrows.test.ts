import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { rooms, type Siblings } from './arrows.ts';
import { findViolations } from './check-arrows.ts';

const trees: string[] = [];

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true });
});

/** Returns the violations in a small project with these files and our aliases, which must use the pairs of `listed`. */
function faultsOf(files: Record<string, string>, listed: readonly Siblings[] = []) {
  const root = mkdtempSync(join(tmpdir(), 'escriba-arrows-'));
  trees.push(root);
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [path, text] of Object.entries({ 'package.json': JSON.stringify({ imports }), ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return findViolations(root, listed);
}

const says = (room: string) => rooms[room]?.forbiddenMessage ?? `no room ${room}`;
const leaf = 'export const leaf = 1;\n';

test('the check accepts a tree that follows the arrows', () => {
  const faults = faultsOf({
    'src/contract/plan.ts': `import { z } from 'zod';\nexport const Plan = z.string();\n`,
    'src/web/ui/button.tsx': `import { Slot } from 'radix-ui';\nexport const Button = Slot;\n`,
    'src/web/features/plans/plans.tsx': `import { Plan } from '#contract/plan.ts';\nimport { Button } from '#web/ui/button.tsx';\nexport const plans = [Plan, Button];\n`,
    'src/web/routes/plans.tsx': `import { plans } from '#web/features/plans/plans.tsx';\nexport default plans;\n`,
    'src/server/config/config.ts': `export const port = process.env.PORT;\n`,
    'src/server/adapters/mail/mailer.ts': `import nodemailer from 'nodemailer';\nimport { port } from '#server/config/config.ts';\nexport const mailer = [nodemailer, port];\n`,
    'src/server/deps.ts': `import type { mailer } from './adapters/mail/mailer.ts';\nexport type Deps = { mailer: typeof mailer };\n`,
    'src/server/features/mail/send.ts': `import type { Deps } from '#server/deps.ts';\nexport const send = (deps: Deps) => deps;\n`,
    'src/server/features/usage/read.ts': `import { send } from '#server/features/mail/send.ts';\nexport const read = send;\n`,
    'src/server/features/billing/bill.ts': `import { read } from '#server/features/usage/read.ts';\nexport const bill = read;\n`,
    'src/server/http/server/app.ts': `import fastify from 'fastify';\nimport { bill } from '#server/features/billing/bill.ts';\nexport const app = [fastify, bill];\n`,
    'src/server/worker/jobs.ts': `import { send } from '#server/features/mail/send.ts';\nexport const jobs = { send };\n`,
    'src/server/start.ts': `import { mailer } from './adapters/mail/mailer.ts';\nimport { app } from './http/server/app.ts';\nimport { jobs } from './worker/jobs.ts';\nexport const start = [mailer, app, jobs];\n`,
    'src/server/http/server/app.test.ts': `import { test } from '#tests/set-up.ts';\nimport { mailer } from '#server/adapters/mail/mailer.ts';\ntest(mailer, process.env);\n`,
    'tests/set-up.ts': `import { start } from '#server/start.ts';\nexport const test = (...all: unknown[]) => [start, all];\n`,
    'sandbox/with-product.ts': `import { start } from '#server/start.ts';\nexport const both = start;\n`,
  });
  expect(faults).toEqual([]);
});

const browserOnly =
  'this code runs in a browser. Code that needs the server belongs in src/server, and is called over HTTP.';

const forbidden: [what: string, from: string, to: string, message: string][] = [
  ['web imports the server', 'src/web/root.tsx', 'src/server/config/config.ts', says('web')],
  [
    'a web feature imports the server',
    'src/web/features/a/a.ts',
    'src/server/config/config.ts',
    says('web features'),
  ],
  ['the domain imports the contract', 'src/domain/a.ts', 'src/contract/b.ts', says('domain')],
  ['a format imports a feature', 'src/web/format/a.ts', 'src/web/features/a/a.ts', says('web format')],
  [
    'a step of the pipeline imports a later one',
    'src/server/features/transcriptions/run/a.ts',
    'src/server/features/transcriptions/read/b.ts',
    'the folders of src/server/features/transcriptions import each other only downwards, and run may import none. Let http or worker call both, or move the shared rule into the lower of the two.',
  ],
  ['the contract imports the web', 'src/contract/a.ts', 'src/web/app/paths.ts', says('contract')],
  [
    'the contract imports the server',
    'src/contract/a.ts',
    'src/server/errors/app-error.ts',
    says('contract'),
  ],
  ['http imports an adapter', 'src/server/http/a.ts', 'src/server/adapters/db/database.ts', says('http')],
  ['http imports the worker', 'src/server/http/a.ts', 'src/server/worker/jobs.ts', says('http')],
  [
    'worker imports an adapter',
    'src/server/worker/a.ts',
    'src/server/adapters/db/database.ts',
    says('worker'),
  ],
  ['worker imports http', 'src/server/worker/a.ts', 'src/server/http/server/app.ts', says('worker')],
  ['http imports start.ts', 'src/server/http/a.ts', 'src/server/start.ts', says('http')],
  [
    'a feature imports http',
    'src/server/features/usage/a.ts',
    'src/server/http/server/app.ts',
    says('features'),
  ],
  [
    'a feature imports the worker',
    'src/server/features/usage/a.ts',
    'src/server/worker/jobs.ts',
    says('features'),
  ],
  [
    'an adapter imports a feature',
    'src/server/adapters/db/a.ts',
    'src/server/features/usage/b.ts',
    says('adapters'),
  ],
  [
    'an adapter imports http',
    'src/server/adapters/db/a.ts',
    'src/server/http/server/app.ts',
    says('adapters'),
  ],
  [
    'an adapter imports the worker',
    'src/server/adapters/db/a.ts',
    'src/server/worker/jobs.ts',
    says('adapters'),
  ],
  [
    'an adapter imports all dependencies',
    'src/server/adapters/db/a.ts',
    'src/server/deps.ts',
    says('adapters'),
  ],
  ['deps imports http', 'src/server/deps.ts', 'src/server/http/server/app.ts', says('deps')],
  [
    'config imports a feature',
    'src/server/config/config.ts',
    'src/server/features/usage/a.ts',
    says('server base'),
  ],
  ['web/ui imports a feature', 'src/web/ui/a.tsx', 'src/web/features/a/a.ts', says('web ui')],
  ['web/ui imports a route', 'src/web/ui/a.tsx', 'src/web/routes/a.tsx', says('web ui')],
  ['the sandbox imports a feature', 'sandbox/a.ts', 'src/server/features/usage/a.ts', says('sandbox')],
  [
    'a web feature imports a route',
    'src/web/features/a/a.ts',
    'src/web/routes/a.tsx',
    'a web feature must not import routes or the shell. Let the route import the feature, and pass the data as properties.',
  ],
  [
    'a web feature imports another',
    'src/web/features/a/a.ts',
    'src/web/features/b/b.ts',
    'the folders of src/web/features import each other only downwards, and a may import auth. Let a route show both, or move the shared rule into the lower of the two.',
  ],
  [
    'a server feature imports a higher one',
    'src/server/features/usage/a.ts',
    'src/server/features/billing/b.ts',
    'the folders of src/server/features import each other only downwards, and usage may import limits, mail. Let http or worker call both, or move the shared rule into the lower of the two.',
  ],
  [
    'a server feature imports an unlisted sibling',
    'src/server/features/uploads/a.ts',
    'src/server/features/billing/b.ts',
    'the folders of src/server/features import each other only downwards, and uploads may import usage, limits, mail. Let http or worker call both, or move the shared rule into the lower of the two.',
  ],
  [
    'mail imports a feature',
    'src/server/features/mail/a.ts',
    'src/server/features/usage/b.ts',
    'the folders of src/server/features import each other only downwards, and mail may import none. Let http or worker call both, or move the shared rule into the lower of the two.',
  ],
  ...['sandbox', 'tests', 'bench', 'script'].map((folder): [string, string, string, string] => [
    `the product imports ${folder}`,
    'src/server/start.ts',
    `${folder}/a.ts`,
    'product code never imports the sandbox, tests, benchmarks or scripts. Move the code that the product needs below src/.',
  ]),
];

/** Returns the import specifier for a file of the project. */
function specifierOf(to: string) {
  const aliased = to.replace(/^src\//, '');
  return /^(bench|script)\//.test(to) ? `../../${to}` : `#${aliased}`;
}

test.each(forbidden)('the check refuses that %s', (_what, from, to, message) => {
  expect(faultsOf({ [from]: `import '${specifierOf(to)}';\n`, [to]: leaf })).toEqual([
    `${from}:1 imports ${to}: ${message}`,
  ]);
});

test.each([
  ['a type', `import type { leaf } from '#server/adapters/db/database.ts';\n`],
  ['a type inside an import', `import { type leaf } from '#server/adapters/db/database.ts';\n`],
  ['an inline type import', `export type A = typeof import('#server/adapters/db/database.ts');\n`],
  ['a re-export', `export { leaf } from '#server/adapters/db/database.ts';\n`],
  ['a re-export of all', `export * from '#server/adapters/db/database.ts';\n`],
  ['a dynamic import', `export const a = await import('#server/adapters/db/database.ts');\n`],
  ['a relative path', `import '../adapters/db/database.ts';\n`],
  ['a relative path without its ending', `import '../adapters/db/database';\n`],
])('the check sees an import against the arrows as %s', (_form, text) => {
  expect(faultsOf({ 'src/server/http/a.ts': text, 'src/server/adapters/db/database.ts': leaf })).toEqual([
    `src/server/http/a.ts:1 imports src/server/adapters/db/database.ts: ${says('http')}`,
  ]);
});

const noVendor =
  'a feature must not depend on a vendor. Put the call behind an adapter in src/server/adapters and reach it through deps.';
const noHttp =
  'a feature must not depend on HTTP. Take plain input and return a plain result; src/server/http presents it.';
const throughFeatures =
  'http and worker reach external services only through features. Put the call behind an adapter, and a feature in front of it.';

test.each([
  ...['fastify', '@fastify/multipart', 'node:http', 'http', 'https'].map((name) => [
    'src/server/features/usage/a.ts',
    name,
    noHttp,
  ]),
  ...[
    'nodemailer',
    'stripe',
    'pg-boss',
    'better-auth/api',
    'ai',
    '@ai-sdk/openai',
    '@aws-sdk/client-s3',
    'pg',
  ].map((name) => ['src/server/features/usage/a.ts', name, noVendor]),
  ...['nodemailer', 'pg', 'drizzle-orm'].map((name) => ['src/server/http/a.ts', name, throughFeatures]),
  ['src/server/worker/a.ts', 'pg-boss', throughFeatures],
  [
    'src/server/adapters/db/a.ts',
    'fastify',
    'an adapter must not depend on the HTTP server. Code that answers requests belongs in src/server/http.',
  ],
  ['src/web/root.tsx', 'node:fs', browserOnly],
  ['src/web/root.tsx', 'fs', browserOnly],
  ['src/web/ui/a.tsx', 'fs/promises', browserOnly],
  ['src/web/features/a/a.ts', 'pino', browserOnly],
  ['src/web/ui/a.tsx', 'drizzle-orm', browserOnly],
  [
    'src/contract/a.ts',
    'date-fns',
    'the contract imports only zod, so that browser and server can import it. Move the code to the side that needs the package.',
  ],
])('the check refuses that %s imports the package %s', (from, name, message) => {
  expect(faultsOf({ [String(from)]: `import '${name}';\n` })).toEqual([
    `${from}:1 imports ${name}: ${message}`,
  ]);
});

test.each([
  'export const a = process.env.PORT;',
  'export const a = globalThis.process.env;',
  `export const a = process['env'];`,
  'export const { env } = process;',
  `import { env } from 'node:process'; export const a = env;`,
])('the check refuses code outside the configuration that reads the environment: %s', (line) => {
  expect(faultsOf({ 'src/server/http/a.ts': `${line}\n` })).toEqual([
    'src/server/http/a.ts:1 reads process.env: only src/server/config/config.ts reads the environment. Add the value to its schema and take it from Config.',
  ]);
});

test.each([
  `import { createRequire } from 'node:module';\nexport const a = createRequire('/')('pg-boss');\n`,
  `import { createRequire as make } from 'node:module';\nexport const a = make('/')('pg-boss');\n`,
  `import * as module from 'node:module';\nexport const a = module.createRequire('/')('pg-boss');\n`,
])('the check refuses createRequire in the product: %s', (text) => {
  const says = 'calls createRequire, which can load any package without this check. Use an import.';
  expect(faultsOf({ 'src/server/features/usage/a.ts': text })).toContainEqual(
    expect.stringMatching(new RegExp(`^src/server/features/usage/a\\.ts:[12] ${says}$`)),
  );
  expect(faultsOf({ 'script/a.ts': text, 'src/server/http/a.test.ts': text })).toEqual([]);
});

test('the check refuses a listed pair that only tests use', () => {
  const listed = [
    { parent: 'src/web/features/', calls: { home: ['library', 'upload'] }, meeting: 'Let a route show both' },
  ];
  const faults = faultsOf(
    {
      'src/web/features/library/list.ts': leaf,
      'src/web/features/upload/queue.ts': leaf,
      'src/web/features/home/home.ts': `import '#web/features/library/list.ts';\n`,
      'src/web/features/home/home.test.ts': `import '#web/features/upload/queue.ts';\n`,
    },
    listed,
  );
  expect(faults).toEqual([
    'siblings in script/checks/arrows.ts lets src/web/features/home import upload, but no file does. Delete the pair.',
  ]);
});

test('the check refuses an import cycle', () => {
  const faults = faultsOf({
    'src/contract/a.ts': `import './b.ts';\n`,
    'src/contract/b.ts': `import './c.ts';\n`,
    'src/contract/c.ts': `import './a.ts';\n`,
  });
  expect(faults).toEqual([
    'src/contract/a.ts -> src/contract/b.ts -> src/contract/c.ts -> src/contract/a.ts is a cycle: none of these files can be loaded alone. Move the shared code into a file that imports none of them.',
  ]);
});

test.each(['utils', 'lib', 'helpers', 'misc', 'common'])(
  'the check refuses a folder or file named %s',
  (name) => {
    const message = 'is a vague name, which attracts unrelated code. Name it after its subject.';
    expect(faultsOf({ [`src/server/${name}/a.ts`]: leaf })).toEqual([`src/server/${name} ${message}`]);
    expect(faultsOf({ [`src/web/${name}.ts`]: leaf })).toEqual([`src/web/${name}.ts ${message}`]);
  },
);

test('the check refuses a barrel but accepts an index file with code', () => {
  expect(
    faultsOf({
      'src/web/ui/index.ts': `export { a } from './a.ts';\n`,
      'src/web/ui/a.ts': `export const a = 1;\n`,
    }),
  ).toEqual([
    'src/web/ui/index.ts only re-exports, so that importing one thing through it loads them all. Import each file by its own path.',
  ]);
  expect(faultsOf({ 'src/web/ui/index.ts': leaf })).toEqual([]);
});

test('the check refuses files over 350 lines and tests over 500', () => {
  const ofLength = (count: number) => '// line\n'.repeat(count);
  expect(faultsOf({ 'src/web/a.ts': ofLength(350), 'src/web/a.test.ts': ofLength(500) })).toEqual([]);
  expect(
    faultsOf({
      'src/web/a.ts': ofLength(351),
      'src/web/a.css': ofLength(352),
      'src/web/a.test.ts': ofLength(501),
    }),
  ).toEqual([
    'src/web/a.test.ts has 501 lines, and 500 is the limit: it does more than one thing. Split it by subject.',
    'src/web/a.ts has 351 lines, and 350 is the limit: it does more than one thing. Split it by subject.',
    'src/web/a.css has 352 lines, and 350 is the limit: it does more than one thing. Split it by subject.',
  ]);
});

test.each([
  [
    'src/web/a.ts',
    '../contract/b.ts',
    'src/contract/b.ts',
    'imports beyond src/web use the alias. Write #contract/b.ts.',
  ],
  [
    'src/server/features/billing/a.ts',
    '../usage/b.ts',
    'src/server/features/usage/b.ts',
    'imports beyond src/server/features/billing use the alias. Write #server/features/usage/b.ts.',
  ],
  [
    'src/web/features/upload/queue/a.test.ts',
    '../../../browser/b.ts',
    'src/web/browser/b.ts',
    'imports beyond src/web/features/upload use the alias. Write #web/browser/b.ts.',
  ],
  [
    'src/web/features/messages/list/a.ts',
    '#web/features/messages/form/b.ts',
    'src/web/features/messages/form/b.ts',
    'imports inside src/web/features/messages are relative.',
  ],
])('the check refuses that %s imports %s', (from, specifier, to, message) => {
  expect(faultsOf({ [from]: `import '${specifier}';\n`, [to]: leaf })).toEqual([
    `${from}:1 imports ${to}: ${message}`,
  ]);
});

test('the check accepts a relative import inside a feature', () => {
  const faults = faultsOf({
    'src/web/features/messages/list/a.ts': `import '../form/b.ts';\n`,
    'src/web/features/messages/form/b.ts': leaf,
  });
  expect(faults).toEqual([]);
});
