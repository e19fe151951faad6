import { resolve } from 'node:path';
import { type SandboxPart, sandboxParts } from '#contract/installation.ts';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';
import { type Environment, EnvironmentSchema, type Role } from './environment.ts';
import { type LanguageConfig, languageConfigErrors, readLanguageConfig } from './language-model.ts';
import { isLiveKey, type PaymentsConfig, readPaymentsConfig } from './payments.ts';
import { readSpeechConfig, type SpeechConfig, type SpeechVariant, speechConfigErrors } from './speech.ts';
import { readStorageConfig, type StorageConfig } from './storage.ts';
import { unknownVariables } from './unknown-variables.ts';

export type Config = Readonly<{
  production: boolean;
  productName: string;
  roles: readonly Role[];
  logLevel: Environment['LOG_LEVEL'];
  dataDir: string;
  http: Readonly<{
    host: string;
    port: number;
    publicUrl: string;
    trustedProxies: string | undefined;
    /** Browsers then ask for TLS on every subdomain too, also of programs that are not Escriba. */
    hstsSubdomains: boolean;
    metricsToken: string | undefined;
    /** Port for health and metrics of a process without pages; undefined: none. */
    metricsPort: number | undefined;
    maxEventStreams: number;
  }>;
  database: Readonly<{ url: string | undefined; poolMax: number }>;
  mail: Readonly<{ smtpUrl: string; from: string; supportAddress: string }>;
  /** The person or company that is legally responsible for the installation. */
  operator: Readonly<Record<'name' | 'id' | 'address' | 'privacyContact', string | undefined>>;
  /** Undefined: the sign-in page does not offer Google. */
  google: Readonly<{ clientId: string; clientSecret: string; discoveryUrl: string }> | undefined;
  /** Undefined: no second factor by phone. */
  sms: Readonly<{ url: string; token: string | undefined }> | undefined;
  /** Undefined: this installation takes no payments, and the screens say so. */
  payments: PaymentsConfig | undefined;
  /** Names with a prefix of ours that mean nothing. */
  unknownVariables: readonly string[];
  /** In an hour. */
  signUpsPerAddress: number;
  leakedPasswordsUrl: string;
  storage: StorageConfig;
  /** If diskReserveBytes is undefined, the reserve is the larger of 2 GB and 5 % of the file system. */
  uploads: Readonly<{ maxBytes: number; diskReserveBytes: number | undefined }>;
  /** Undefined: recordings stay until their owners delete them. Orphans are files without a database row. */
  retention: Readonly<{
    originalsDays: number | undefined;
    soundDays: number | undefined;
    orphansDays: number;
  }>;
  speech: SpeechConfig;
  speechVariant: SpeechVariant;
  /** Overrides how many chunks a cloud engine transcribes in parallel. */
  speechParallel: number | undefined;
  /** Longer than any normal answer to one chunk, so that a hanging engine cannot hold a job for ever. */
  speechTimeoutMs: number;
  modelsUrl: string;
  /** A folder, or off. Undefined: the usual folder, if it is there. */
  speakerModels: string | undefined;
  /** Undefined: no summaries, and the screens say so. */
  language: LanguageConfig | undefined;
  /** May be undefined outside production: the server then generates one and keeps it in the data folder. */
  sessionSecret: string | undefined;
  /** Former secrets: they still decrypt old rows but sign nothing. */
  sessionSecretsBefore: readonly string[];
  sandbox: Readonly<{ httpPort: number; smtpPort: number; parts: readonly SandboxPart[] }>;
}>;

export type Variable = keyof Environment;

/** For commands that open the database. */
export const databaseVariables: readonly Variable[] = ['DATABASE_URL', 'DATABASE_POOL_MAX'];

export class ConfigError extends SafeMessageError {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
    const list = faults.map((fault) => `  - ${fault}`).join('\n');
    super(`The configuration has ${count}:\n${list}`);
    this.faults = faults;
  }
}

/** An empty value in .env means "not set". */
function withoutEmptyValues(environment: NodeJS.ProcessEnv) {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
}

/** Returns only the variables that are valid by themselves. */
function soundValues(values: Record<string, unknown>): Partial<Environment> {
  return Object.fromEntries(
    Object.entries(EnvironmentSchema.shape).flatMap(([name, schema]) => {
      const { success, data } = schema.safeParse(values[name]);
      return success ? [[name, data]] : [];
    }),
  );
}

const sellerVariables = ['LEGAL_NAME', 'LEGAL_ID', 'LEGAL_ADDRESS', 'PRIVACY_CONTACT'] as const;

/** Brazilian law requires a seller to identify itself on its pages (Decreto 7.962/2013, art. 2). */
function namelessSellerFaults(values: Record<string, unknown>, { STRIPE_SECRET_KEY }: Partial<Environment>) {
  if (!isLiveKey(STRIPE_SECRET_KEY)) return [];
  return sellerVariables
    .filter((name) => values[name] === undefined)
    .map(
      (name) =>
        `${name}: is required in production with a live STRIPE_SECRET_KEY, because the pages must name the seller`,
    );
}

function productionFaults(values: Record<string, unknown>, sound: Partial<Environment>) {
  const faults = namelessSellerFaults(values, sound);
  if (values.SMTP_URL === undefined && sound.ALLOW_SANDBOX === false) {
    faults.push(
      'SMTP_URL: is required in production (or set ALLOW_SANDBOX=true to run every unconfigured part on the sandbox)',
    );
  }
  for (const name of ['SPEECH_MODEL', 'SUMMARY_MODEL'])
    if (values[name] === 'sandbox' && sound.ALLOW_SANDBOX === false)
      faults.push(
        `${name}: sandbox writes test texts, which production refuses (or set ALLOW_SANDBOX=true for a trial)`,
      );
  // Otherwise a misspelt variable starts an empty site, which takes sign-ups.
  const embedded = { DATABASE_URL: 'the database', STORAGE_URL: 'the files' };
  for (const [name, what] of Object.entries(embedded))
    if (values[name] === undefined && sound.EMBEDDED === false)
      faults.push(`${name}: is required in production (or set EMBEDDED=true to keep ${what} in DATA_DIR)`);
  if (values.SESSION_SECRET === undefined) faults.push('SESSION_SECRET: is required in production');
  if (values.PUBLIC_URL === undefined) faults.push('PUBLIC_URL: is required in production');
  return faults;
}

/** One of two credentials is a mistake, never a way to turn a vendor off. */
function pairFaults(values: Record<string, unknown>) {
  const pairs = [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ] as const;
  return pairs.flatMap(([one, other]) => {
    if ((values[one] === undefined) === (values[other] === undefined)) return [];
    const [missing, given] = values[one] === undefined ? [one, other] : [other, one];
    return [`${missing}: is required with ${given}`];
  });
}

/** The sandbox takes two ports. Without this check the error for a conflict would blame another program. */
function portFaults(values: Record<string, unknown>, { PORT, SANDBOX_PORT }: Partial<Environment>) {
  if (PORT === undefined || partsOnSandbox(values).length === 0) return [];
  if (values.SANDBOX_PORT === undefined)
    return PORT + 2 > 65_535
      ? ['PORT: must be at most 65533, because the sandbox takes the next two ports (or set SANDBOX_PORT)']
      : [];
  return SANDBOX_PORT === PORT || SANDBOX_PORT === PORT - 1
    ? ['SANDBOX_PORT: the sandbox takes this port and the next one, and PORT is one of them']
    : [];
}

const variableOfPart = {
  mail: 'SMTP_URL',
  google: 'GOOGLE_CLIENT_ID',
  sms: 'SMS_URL',
  speech: 'SPEECH_MODEL',
  language: 'SUMMARY_MODEL',
  stripe: 'STRIPE_SECRET_KEY',
  passwords: 'LEAKED_PASSWORDS_URL',
} as const satisfies Record<SandboxPart, keyof Environment>;

/** The public service needs no account, so even a production server on the sandbox asks it. */
const askedInProduction: SandboxPart = 'passwords';

/** In production unconfigured parts are turned off, unless ALLOW_SANDBOX is set. */
function partsOnSandbox(values: Record<string, unknown>): readonly SandboxPart[] {
  const isProduction = values.NODE_ENV === 'production';
  if (isProduction && values.ALLOW_SANDBOX !== 'true') return [];
  return sandboxParts.filter(
    (part) =>
      !(isProduction && part === askedInProduction) &&
      [undefined, 'sandbox'].includes(values[variableOfPart[part]] as string),
  );
}

function leakedPasswordsUrlOf({ LEAKED_PASSWORDS_URL: named }: Environment, sandboxUrl: string | undefined) {
  if (sandboxUrl !== undefined) return `${sandboxUrl}/leaked-passwords`;
  return (named ?? 'https://api.pwnedpasswords.com').replace(/\/+$/, '');
}

/** The sandbox's OpenID provider has one fixed client. */
function googleOf(environment: Environment, sandboxUrl: string | undefined): Config['google'] {
  if (sandboxUrl !== undefined)
    return {
      clientId: 'sandbox-google',
      clientSecret: 'sandbox-google-secret',
      discoveryUrl: `${sandboxUrl}/google/.well-known/openid-configuration`,
    };
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = environment;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return { clientId, clientSecret, discoveryUrl: environment.GOOGLE_DISCOVERY_URL };
}

const speechGiven = (values: Partial<Environment>) => ({
  named: values.SPEECH_MODEL,
  keys: {
    ...(values.OPENAI_API_KEY === undefined ? {} : { openai: values.OPENAI_API_KEY }),
    ...(values.ASSEMBLYAI_API_KEY === undefined ? {} : { assemblyai: values.ASSEMBLYAI_API_KEY }),
    ...(values.DEEPGRAM_API_KEY === undefined ? {} : { deepgram: values.DEEPGRAM_API_KEY }),
  },
  baseUrl: values.OPENAI_BASE_URL,
});

function smsOf(environment: Environment, sandboxUrl: string | undefined): Config['sms'] {
  const url = sandboxUrl === undefined ? environment.SMS_URL : `${sandboxUrl}/sms/send`;
  return url === undefined ? undefined : { url, token: environment.SMS_TOKEN };
}

const speakerModelsOf = (named: string | undefined) =>
  named === undefined || named === 'off' ? named : resolve(named);

/** Every reading needs these: they decide which others are required, or are meant for every program. */
const always: readonly Variable[] = ['NODE_ENV', 'ALLOW_SANDBOX', 'EMBEDDED', 'DATA_DIR'];

/** The only reader of the environment. Throws a ConfigError that lists every fault at once. */
export function readConfig(environmentVariables: NodeJS.ProcessEnv): Config {
  return readVariables(withoutEmptyValues(environmentVariables), () => true);
}

/**
 * For a command that reads only some variables. An installation's other settings may be absent where it runs, and a
 * fault in one of them must not stop a backup. The rest of the Config has its defaults.
 */
export function readConfigOf(
  environmentVariables: NodeJS.ProcessEnv,
  variables: readonly Variable[],
): Config {
  const isRead = (name: string) => [...always, ...variables].some((each) => each === name);
  const given = Object.entries(withoutEmptyValues(environmentVariables)).filter(([name]) => isRead(name));
  return readVariables(Object.fromEntries(given), isRead);
}

function readVariables(values: Record<string, unknown>, isRead: (name: string) => boolean): Config {
  const parsed = EnvironmentSchema.safeParse(values);
  const sound = soundValues(values);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])}: ${issue.message}`),
    ...(sound.NODE_ENV === 'production' ? productionFaults(values, sound) : []),
    ...pairFaults(values),
    ...speechConfigErrors(speechGiven(sound)),
    ...languageConfigErrors(sound),
    ...portFaults(values, sound),
  ].filter((fault) => isRead(fault.slice(0, fault.indexOf(':'))));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const environment = parsed.data;
  const parts = partsOnSandbox(values);
  const sandboxPort = environment.SANDBOX_PORT ?? environment.PORT + 1;
  const sandboxOf = (part: SandboxPart) =>
    parts.includes(part) ? `http://127.0.0.1:${sandboxPort}` : undefined;

  return deepFreeze({
    production: environment.NODE_ENV === 'production',
    productName: environment.PRODUCT_NAME,
    roles: environment.ROLES,
    logLevel: environment.LOG_LEVEL,
    dataDir: resolve(environment.DATA_DIR),
    http: {
      host: environment.HOST,
      port: environment.PORT,
      publicUrl: (environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`).replace(/\/+$/, ''),
      trustedProxies: environment.TRUSTED_PROXIES,
      hstsSubdomains: environment.HSTS_SUBDOMAINS,
      metricsToken: environment.METRICS_TOKEN,
      metricsPort: environment.METRICS_PORT,
      maxEventStreams: environment.EVENT_STREAMS_MAX,
    },
    database: { url: environment.DATABASE_URL, poolMax: environment.DATABASE_POOL_MAX },
    mail: {
      smtpUrl: environment.SMTP_URL ?? `smtp://127.0.0.1:${sandboxPort + 1}`,
      from: environment.MAIL_FROM ?? `${environment.PRODUCT_NAME} <nao-responda@escriba.example>`,
      supportAddress: environment.SUPPORT_EMAIL,
    },
    operator: {
      name: environment.LEGAL_NAME,
      id: environment.LEGAL_ID,
      address: environment.LEGAL_ADDRESS,
      privacyContact: environment.PRIVACY_CONTACT,
    },
    google: googleOf(environment, sandboxOf('google')),
    sms: smsOf(environment, sandboxOf('sms')),
    payments: readPaymentsConfig(environment, sandboxOf('stripe')),
    storage: readStorageConfig({
      url: environment.STORAGE_URL,
      dataDir: environment.DATA_DIR,
      keyId: environment.AWS_ACCESS_KEY_ID,
      key: environment.AWS_SECRET_ACCESS_KEY,
    }),
    uploads: {
      maxBytes: environment.UPLOAD_MAX_BYTES,
      diskReserveBytes: environment.DISK_RESERVE_BYTES,
    },
    retention: {
      originalsDays: environment.KEEP_ORIGINALS_DAYS,
      soundDays: environment.KEEP_SOUND_DAYS,
      orphansDays: environment.KEEP_ORPHANS_DAYS,
    },
    speech: readSpeechConfig(speechGiven(environment)),
    speechVariant: environment.SPEECH_VARIANT,
    speechParallel: environment.SPEECH_PARALLEL,
    speechTimeoutMs: environment.SPEECH_TIMEOUT_SECONDS * 1_000,
    speakerModels: speakerModelsOf(environment.SPEAKER_MODELS),
    modelsUrl: environment.MODELS_URL.replace(/\/+$/, ''),
    language: readLanguageConfig(environment, sandboxOf('language')),
    unknownVariables: unknownVariables(Object.keys(values), Object.keys(EnvironmentSchema.shape)),
    signUpsPerAddress: environment.SIGN_UPS_PER_ADDRESS,
    leakedPasswordsUrl: leakedPasswordsUrlOf(environment, sandboxOf('passwords')),
    sessionSecret: environment.SESSION_SECRET,
    sessionSecretsBefore: environment.SESSION_SECRET_OLD,
    sandbox: { httpPort: sandboxPort, smtpPort: sandboxPort + 1, parts },
  });
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}

const onThisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Settings that production allows but that the operator should know about. */
export function productionWarnings({ production, http, payments, operator }: Config): string[] {
  if (!production) return [];
  const warnings: string[] = [];
  const { protocol, hostname } = new URL(http.publicUrl);
  if (protocol === 'http:' && !onThisMachine.includes(hostname))
    warnings.push(
      'PUBLIC_URL is not https: passwords, sessions and recordings travel unencrypted, and browsers block the microphone',
    );
  if (payments !== undefined && !Object.values(operator).every(Boolean))
    warnings.push(
      'payments use a test key and the pages do not name the seller: a live key requires LEGAL_NAME, LEGAL_ID, LEGAL_ADDRESS and PRIVACY_CONTACT',
    );
  return warnings;
}
