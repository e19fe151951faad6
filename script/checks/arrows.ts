/** The allowed directions of imports. check-arrows.ts enforces them. */

export type Room = Readonly<{
  /** Matches the paths of the room's files, relative to the project folder. */
  files: RegExp;
  /** The room may import the files of these rooms, in addition to its own. */
  mayImport: readonly string[];
  /** The message for any other import: the reason, and where the code belongs. */
  forbiddenMessage: string;
}>;

const anyServerRoom = ['http', 'worker', 'features', 'adapters', 'composition', 'deps', 'server base'];
const sharedRules = ['contract', 'domain'];
const webBase = [
  'web styles',
  'web format',
  'web browser',
  'web ui',
  'web pictures',
  'web api',
  'web app',
  'web forms',
];
const everything = [
  ...sharedRules,
  ...webBase,
  'web',
  'web shell',
  'web features',
  ...anyServerRoom,
  'sandbox',
  'tests',
  'bench',
  'script',
];

const overHttp =
  'the browser reaches the server only over HTTP. Code that both sides need belongs in src/contract or src/domain.';
const belowFeatures =
  'this folder is below the features and must not import them. Pass the data as an argument, or move the code to src/web/features.';

/** A file belongs to the first room whose pattern matches. */
export const rooms: Readonly<Record<string, Room>> = {
  tests: {
    files: /^tests\/|\.test\.tsx?$/,
    mayImport: everything,
    forbiddenMessage: '',
  },
  domain: {
    files: /^src\/domain\//,
    mayImport: [],
    forbiddenMessage:
      'the domain contains pure rules that browser and server both run, and imports no other room. Pass it plain values.',
  },
  contract: {
    files: /^src\/contract\//,
    mayImport: ['domain'],
    forbiddenMessage:
      'the contract defines the API between browser and server and imports only src/domain. Keep only the schema here, and move the code that needs more to the side that uses it.',
  },
  'web format': { files: /^src\/web\/format\//, mayImport: sharedRules, forbiddenMessage: belowFeatures },
  'web browser': { files: /^src\/web\/browser\//, mayImport: sharedRules, forbiddenMessage: belowFeatures },
  'web ui': {
    files: /^src\/web\/ui\//,
    mayImport: [...sharedRules, 'web browser', 'web format'],
    forbiddenMessage:
      'web/ui contains primitives that know no product concepts. Pass the data as a property, or move the component to src/web/features.',
  },
  'web styles': { files: /^src\/web\/styles\//, mayImport: [], forbiddenMessage: '' },
  'web pictures': {
    files: /^src\/web\/pictures\//,
    mayImport: [...sharedRules, 'web ui'],
    forbiddenMessage: belowFeatures,
  },
  'web api': {
    files: /^src\/web\/api\//,
    mayImport: [...sharedRules, 'web browser', 'web format'],
    forbiddenMessage: belowFeatures,
  },
  'web app': {
    files: /^src\/web\/app\//,
    mayImport: [...sharedRules, 'web browser', 'web format', 'web ui', 'web api'],
    forbiddenMessage: belowFeatures,
  },
  'web forms': {
    files: /^src\/web\/forms\//,
    mayImport: [...sharedRules, 'web browser', 'web format', 'web ui', 'web api', 'web app'],
    forbiddenMessage: belowFeatures,
  },
  'web features': {
    files: /^src\/web\/features\//,
    mayImport: [...sharedRules, ...webBase],
    forbiddenMessage: overHttp,
  },
  'web shell': {
    files: /^src\/web\/shell\//,
    mayImport: [...sharedRules, ...webBase, 'web features'],
    forbiddenMessage: overHttp,
  },
  web: {
    files: /^src\/web\//,
    mayImport: [...sharedRules, ...webBase, 'web features', 'web shell'],
    forbiddenMessage: overHttp,
  },
  http: {
    files: /^src\/server\/http\//,
    mayImport: [...sharedRules, 'features', 'server base', 'deps'],
    forbiddenMessage:
      'http parses, calls a feature and presents its result. Move the other code into src/server/features and call that.',
  },
  worker: {
    files: /^src\/server\/worker\//,
    mayImport: [...sharedRules, 'features', 'server base', 'deps'],
    forbiddenMessage:
      'the worker maps a job to a feature. Move the other code into src/server/features and call that.',
  },
  features: {
    files: /^src\/server\/features\//,
    mayImport: [...sharedRules, 'adapters', 'server base', 'deps'],
    forbiddenMessage:
      'a feature knows neither HTTP nor jobs. Pass the data as plain input, and let http or worker call it.',
  },
  adapters: {
    files: /^src\/server\/adapters\//,
    mayImport: [...sharedRules, 'server base'],
    forbiddenMessage:
      'an adapter only talks to an external service and knows no product rule. Pass the data as an argument, or move the rule to src/server/features.',
  },
  deps: {
    files: /^src\/server\/deps\.ts$/,
    mayImport: [...sharedRules, 'adapters', 'server base'],
    forbiddenMessage:
      'deps.ts only declares the dependencies of features. Build them in src/server/start.ts.',
  },
  composition: {
    files: /^src\/server\/(start|main)\.ts$/,
    mayImport: [...sharedRules, 'http', 'worker', 'features', 'adapters', 'deps', 'server base'],
    forbiddenMessage: 'the product never imports development code. Move the code below src/.',
  },
  'server base': {
    files: /^src\/server\/(actor\.ts$|(config|errors|jobs|concurrency|runtime)\/)/,
    mayImport: sharedRules,
    forbiddenMessage:
      'the base of src/server must not import the rest of it. Move the code to http, worker, features or adapters.',
  },
  sandbox: {
    files: /^sandbox\//,
    mayImport: [...sharedRules, 'server base', 'composition', 'sandboxed log'],
    forbiddenMessage:
      'the sandbox replaces external vendors, so it is outside the product. Talk to the product over its ports, or move the shared code to src/contract.',
  },
  bench: { files: /^bench\//, mayImport: everything, forbiddenMessage: '' },
  script: { files: /^(script\/|[^/]+$)/, mayImport: everything, forbiddenMessage: '' },
};

/** A room may import these single files although it may not import their room. */
export const openedFiles: Readonly<Record<string, RegExp>> = {
  'sandboxed log': /^src\/server\/adapters\/log\/open-log\.ts$/,
};

export const onlyTests = {
  rooms: ['tests', 'bench', 'script', 'sandbox'],
  says: 'product code never imports the sandbox, tests, benchmarks or scripts. Move the code that the product needs below src/.',
};

/**
 * Sibling folders that may import each other only as listed. No sibling may import a folder that is not listed, and a
 * pair that no file uses fails the check.
 */
export type Siblings = Readonly<{
  parent: string;
  calls: Readonly<Record<string, readonly string[]>>;
  /** All other folders may import these. */
  forAll?: readonly string[];
  /** The rule ignores folders that are not keys of `calls`: only their rooms restrict them. */
  isPartial?: boolean;
  /** The error message advises with this text which code may call two folders that may not import each other. */
  meeting: string;
}>;

export const siblings: readonly Siblings[] = [
  {
    parent: 'src/server/features/',
    calls: {
      auth: ['profile'],
      account: ['auth', 'billing', 'messages'],
      profile: ['billing', 'usage'],
      installation: ['billing'],
      billing: ['usage'],
      summaries: ['transcriptions', 'usage'],
      library: ['transcriptions', 'usage'],
      exports: ['transcriptions', 'usage'],
      transcriptions: ['uploads', 'usage'],
      uploads: ['usage'],
    },
    forAll: ['limits', 'mail'],
    meeting: 'Let http or worker call both',
  },
  {
    parent: 'src/server/features/auth/',
    calls: { 'sign-in': ['sessions', 'proof'], 'second-factor': ['proof'] },
    meeting: 'Let http call both',
  },
  {
    parent: 'src/server/features/billing/',
    calls: { checkout: ['sync'] },
    meeting: 'Let http or worker call both',
  },
  {
    parent: 'src/server/features/transcriptions/',
    calls: {
      accept: ['run'],
      read: ['accept', 'run'],
      edit: ['read', 'run'],
      voices: ['read', 'run'],
      sweeps: ['run'],
    },
    meeting: 'Let http or worker call both',
  },
  {
    parent: 'src/server/http/',
    calls: {
      server: ['routes', 'pages', 'streams', 'security'],
      routes: ['streams', 'security'],
      pages: ['security'],
    },
    meeting: 'Let http/server register both',
  },
  {
    parent: 'src/server/',
    isPartial: true,
    calls: {
      config: ['errors'],
      jobs: ['errors'],
      concurrency: [],
      runtime: ['errors'],
      errors: [],
    },
    meeting: 'Let the caller pass plain values',
  },
  {
    parent: 'src/web/features/',
    calls: {
      home: ['library', 'transcription', 'upload'],
      library: ['transcription'],
      recording: ['upload'],
      upload: ['billing', 'library'],
    },
    forAll: ['auth'],
    meeting: 'Let a route show both',
  },
  {
    parent: 'src/web/features/auth/',
    calls: {
      'sign-in': ['google'],
      'second-factor-settings': ['second-factor-sign-in'],
    },
    forAll: ['session'],
    meeting: 'Let a route show both',
  },
  {
    parent: 'src/web/features/upload/',
    calls: {
      form: ['drop', 'tray', 'queue', 'workers', 'files'],
      drop: ['queue', 'files'],
      tray: ['queue', 'files'],
      queue: ['workers', 'files'],
      workers: ['files'],
    },
    meeting: 'Let a route show both',
  },
  {
    parent: 'src/web/features/billing/',
    calls: { choice: ['plans', 'subscription'], subscription: ['plans'] },
    meeting: 'Let a route show both',
  },
  {
    parent: 'src/web/features/transcription/',
    calls: {
      review: ['text', 'player'],
      quote: ['text', 'player'],
      marks: ['quote', 'text'],
      score: ['text', 'player'],
      voices: ['text', 'player'],
      text: ['player'],
      panel: ['player'],
    },
    meeting: 'Let a route show both',
  },
];
