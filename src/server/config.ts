import { resolve } from 'node:path';
import { z } from 'zod';

/** The parts that need an account elsewhere and run on the sandbox until they are configured. */
export const sandboxParts = ['mail'] as const;
export type SandboxPart = (typeof sandboxParts)[number];

export const roles = ['web', 'worker'] as const;
export type Role = (typeof roles)[number];

const port = z.coerce
  .number({ error: 'must be a number' })
  .int('must be a whole number')
  .min(1, 'must be between 1 and 65535')
  .max(65_535, 'must be between 1 and 65535');

const urlWithProtocol = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');

const EnvironmentSchema = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: 'must be production, development or test' })
    .default('development'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error or silent',
    })
    .default('info'),
  ROLES: z
    .string()
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roles, { error: 'takes web, worker or web,worker' })).min(1))
    .default([...roles]),
  PRODUCT_NAME: z.string().min(1, 'must not be empty').default('Escriba'),
  HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: urlWithProtocol('http:', 'https:').optional(),
  TRUSTED_PROXIES: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DATA_DIR: z.string().min(1, 'must not be empty').default('./data'),
  DATABASE_URL: urlWithProtocol('postgres:', 'postgresql:').optional(),
  DATABASE_POOL_MAX: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(2, 'must be at least 2')
    .default(10),
  SMTP_URL: urlWithProtocol('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().includes('@', { error: 'must hold an e-mail address' }).optional(),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('suporte@escriba.example'),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SANDBOX_PORT: port.optional(),
  ALLOW_SANDBOX: flag.default(false),
});

type Environment = z.infer<typeof EnvironmentSchema>;

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
    metricsToken: string | undefined;
  }>;
  database: Readonly<{ url: string | undefined; poolMax: number }>;
  mail: Readonly<{ smtpUrl: string; from: string; supportAddress: string }>;
  /** Undefined outside production: made once and kept in the data folder. */
  sessionSecret: string | undefined;
  sandbox: Readonly<{ httpPort: number; smtpPort: number; parts: readonly SandboxPart[] }>;
}>;

export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
    const list = faults.map((fault) => `  - ${fault}`).join('\n');
    super(`The configuration has ${count}:\n${list}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** An empty line in .env means "not set", as every reader of that file expects. */
function withoutEmptyValues(environment: NodeJS.ProcessEnv) {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
}

function crossFieldFaults(environment: Environment, parts: readonly SandboxPart[]): string[] {
  const faults: string[] = [];
  if (environment.NODE_ENV !== 'production') return faults;
  if (parts.length > 0 && !environment.ALLOW_SANDBOX) {
    faults.push(
      `SMTP_URL: is required in production (set ALLOW_SANDBOX=true to really run on the sandbox: ${parts.join(', ')})`,
    );
  }
  if (environment.SESSION_SECRET === undefined) faults.push('SESSION_SECRET: is required in production');
  if (environment.PUBLIC_URL === undefined) faults.push('PUBLIC_URL: is required in production');
  return faults;
}

/** The one reader of the environment. Throws a ConfigError that names every fault at once. */
export function readConfig(environmentVariables: NodeJS.ProcessEnv): Config {
  const parsed = EnvironmentSchema.safeParse(withoutEmptyValues(environmentVariables));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`));
  }
  const environment = parsed.data;
  const parts = sandboxParts.filter((part) => (part === 'mail' ? environment.SMTP_URL === undefined : false));
  const sandboxPort = environment.SANDBOX_PORT ?? environment.PORT + 1;
  const faults = crossFieldFaults(environment, parts);
  if (faults.length > 0) throw new ConfigError(faults);

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
      metricsToken: environment.METRICS_TOKEN,
    },
    database: { url: environment.DATABASE_URL, poolMax: environment.DATABASE_POOL_MAX },
    mail: {
      smtpUrl: environment.SMTP_URL ?? `smtp://127.0.0.1:${sandboxPort + 1}`,
      from: environment.MAIL_FROM ?? `${environment.PRODUCT_NAME} <nao-responda@escriba.example>`,
      supportAddress: environment.SUPPORT_EMAIL,
    },
    sessionSecret: environment.SESSION_SECRET,
    sandbox: { httpPort: sandboxPort, smtpPort: sandboxPort + 1, parts },
  });
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}
