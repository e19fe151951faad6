/** The directions that imports may take, as data. check-arrows.ts holds the tree to them. */

export type Room = Readonly<{
  /** The paths of its files, from the project's folder. */
  files: RegExp;
  /** The names of the rooms whose files it may import; its own it may always. */
  mayImport: readonly string[];
  /** What is wrong with any other import, and where the code belongs. */
  otherwise: string;
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
  'the browser reaches the server over HTTP only. What both sides need to know belongs in src/contract or src/domain.';
const belowFeatures =
  'this folder is below the features and knows none of them. Pass what it needs as an argument, or move the code to src/web/features.';

/** The first room whose pattern matches is the file's room. */
export const rooms: Readonly<Record<string, Room>> = {
  tests: {
    files: /^tests\/|\.test\.tsx?$/,
    mayImport: everything,
    otherwise: '',
  },
  domain: {
    files: /^src\/domain\//,
    mayImport: [],
    otherwise:
      'the domain holds pure rules that browser and server both run, and imports nothing else of ours. Pass it plain values.',
  },
  contract: {
    files: /^src\/contract\//,
    mayImport: ['domain'],
    otherwise:
      'the contract is what browser and server agree on and imports nothing else of ours but src/domain. Keep here only the schema; move the code that needs more to the side that uses it.',
  },
  'web format': { files: /^src\/web\/format\//, mayImport: sharedRules, otherwise: belowFeatures },
  'web browser': { files: /^src\/web\/browser\//, mayImport: sharedRules, otherwise: belowFeatures },
  'web ui': {
    files: /^src\/web\/ui\//,
    mayImport: [...sharedRules, 'web browser', 'web format'],
    otherwise:
      'web/ui holds primitives that know no product words. Pass what it needs as a property, or move the component to src/web/features.',
  },
  'web styles': { files: /^src\/web\/styles\//, mayImport: [], otherwise: '' },
  'web pictures': {
    files: /^src\/web\/pictures\//,
    mayImport: [...sharedRules, 'web ui'],
    otherwise: belowFeatures,
  },
  'web api': {
    files: /^src\/web\/api\//,
    mayImport: [...sharedRules, 'web browser', 'web format'],
    otherwise: belowFeatures,
  },
  'web app': {
    files: /^src\/web\/app\//,
    mayImport: [...sharedRules, 'web browser', 'web format', 'web ui', 'web api'],
    otherwise: belowFeatures,
  },
  'web forms': {
    files: /^src\/web\/forms\//,
    mayImport: [...sharedRules, 'web browser', 'web format', 'web ui', 'web api', 'web app'],
    otherwise: belowFeatures,
  },
  'web features': {
    files: /^src\/web\/features\//,
    mayImport: [...sharedRules, ...webBase],
    otherwise: overHttp,
  },
  'web shell': {
    files: /^src\/web\/shell\//,
    mayImport: [...sharedRules, ...webBase, 'web features'],
    otherwise: overHttp,
  },
  web: {
    files: /^src\/web\//,
    mayImport: [...sharedRules, ...webBase, 'web features', 'web shell'],
    otherwise: overHttp,
  },
  http: {
    files: /^src\/server\/http\//,
    mayImport: [...sharedRules, 'features', 'server base', 'deps'],
    otherwise:
      'http parses, calls a feature and presents its result. Put what reaches further into src/server/features and call that.',
  },
  worker: {
    files: /^src\/server\/worker\//,
    mayImport: [...sharedRules, 'features', 'server base', 'deps'],
    otherwise:
      'the worker maps a job to a feature. Put what reaches further into src/server/features and call that.',
  },
  features: {
    files: /^src\/server\/features\//,
    mayImport: [...sharedRules, 'adapters', 'server base', 'deps'],
    otherwise:
      'a feature is a rule that knows neither HTTP nor jobs. Pass it as plain input what the caller knows, and let http or worker call it.',
  },
  adapters: {
    files: /^src\/server\/adapters\//,
    mayImport: [...sharedRules, 'server base'],
    otherwise:
      'an adapter only speaks to the outside and knows no rule of ours. Pass what it needs as an argument, or move the rule to src/server/features.',
  },
  deps: {
    files: /^src\/server\/deps\.ts$/,
    mayImport: [...sharedRules, 'adapters', 'server base'],
    otherwise: 'deps.ts only names what a feature may reach. Building it belongs in src/server/start.ts.',
  },
  composition: {
    files: /^src\/server\/(start|main)\.ts$/,
    mayImport: [...sharedRules, 'http', 'worker', 'features', 'adapters', 'deps', 'server base'],
    otherwise: 'the product never imports what only development needs. Move the code below src/.',
  },
  'server base': {
    files: /^src\/server\/(actor\.ts$|(config|errors|jobs|concurrency|runtime)\/)/,
    mayImport: sharedRules,
    otherwise:
      'what all of src/server reads knows none of it. Move the code to http, worker, features or adapters.',
  },
  sandbox: {
    files: /^sandbox\//,
    mayImport: [...sharedRules, 'server base', 'composition', 'sandboxed log'],
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

/** Folders side by side that import each other only along this list; a folder in no list is imported by none beside it. */
export type Siblings = Readonly<{
  parent: string;
  calls: Readonly<Record<string, readonly string[]>>;
  /** Every other folder may import these. */
  forAll?: readonly string[];
  /** Whether the list leaves out folders that the rooms alone bind. */
  isPartial?: boolean;
  /** Who calls two folders that may not call each other. */
  meeting: string;
}>;

export const siblings: readonly Siblings[] = [
  {
    parent: 'src/server/features/',
    calls: {
      auth: ['profile'],
      account: ['auth', 'profile', 'billing', 'usage', 'messages'],
      profile: ['billing', 'usage'],
      messages: ['billing', 'usage'],
      installation: ['billing', 'transcriptions'],
      billing: ['usage'],
      summaries: ['transcriptions', 'uploads', 'usage'],
      library: ['transcriptions', 'usage'],
      example: ['transcriptions', 'usage'],
      exports: ['transcriptions', 'uploads', 'usage'],
      transcriptions: ['uploads', 'usage'],
      uploads: ['usage'],
    },
    forAll: ['limits', 'mail'],
    meeting: 'Let http or worker call both',
  },
  {
    parent: 'src/server/features/auth/',
    calls: { 'sign-in': ['sessions', 'proof'], 'second-factor': ['sessions', 'proof'], proof: ['sessions'] },
    meeting: 'Let http call both',
  },
  {
    parent: 'src/server/features/billing/',
    calls: { checkout: ['refunds', 'sync'], refunds: ['sync'] },
    meeting: 'Let http or worker call both',
  },
  {
    parent: 'src/server/features/transcriptions/',
    calls: { accept: ['run'], watch: ['accept', 'run'], edit: ['watch', 'run'], cleanup: ['run'] },
    meeting: 'Let http or worker call both',
  },
  {
    parent: 'src/server/http/',
    calls: {
      server: ['routes', 'pages', 'streams', 'security'],
      routes: ['streams', 'security'],
      pages: ['streams', 'security'],
    },
    meeting: 'Let http/server register both',
  },
  {
    parent: 'src/server/',
    isPartial: true,
    calls: {
      config: ['errors'],
      jobs: ['errors', 'concurrency'],
      concurrency: ['errors'],
      runtime: ['errors'],
      errors: [],
    },
    meeting: 'Let the caller pass plain values',
  },
  {
    parent: 'src/web/features/',
    calls: {
      account: ['auth', 'messages'],
      home: ['transcription', 'library', 'upload', 'recording', 'billing'],
      landing: ['billing'],
      library: ['transcription', 'upload'],
      recording: ['upload'],
      upload: ['billing'],
      transcription: ['billing'],
    },
    forAll: ['auth'],
    meeting: 'Let a route show both',
  },
  {
    parent: 'src/web/features/auth/',
    calls: {
      'sign-in': ['google', 'second-factor-step'],
      'sign-up': ['google'],
      callback: ['second-factor-step'],
      'second-factor': ['proof'],
    },
    forAll: ['session'],
    meeting: 'Let a route show both',
  },
  {
    parent: 'src/web/features/billing/',
    calls: { choice: ['public', 'subscription'], subscription: ['public'] },
    meeting: 'Let a route show both',
  },
  {
    parent: 'src/web/features/transcription/',
    calls: { screen: ['text', 'player', 'summary'], text: ['player'], summary: ['player'] },
    meeting: 'Let a route show both',
  },
];
