import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { summaryModel, summaryPrice } from './language-model.ts';
import { stripeSecretKey, stripeWebhookSecret } from './payments.ts';
import { isFolder, speechModel, speechVariants } from './speech.ts';
import { storageUrl } from './storage.ts';

/** Schemas of the environment variables, each with its error message. */

const wholeNumber = z.coerce.number({ error: 'must be a number' }).int('must be a whole number');

const port = wholeNumber.min(1, 'must be between 1 and 65535').max(65_535, 'must be between 1 and 65535');

const days = wholeNumber.min(1, 'must be at least 1').max(3_650, 'must be at most 3650');

const urlWithProtocol = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

/** A folder holds the models of a machine without network. Two slashes would make a host of its first part. */
const isFolderUrl = (value: string) => {
  if (!/^file:(\/\/)?\/[^/]/.test(value)) return false;
  try {
    return fileURLToPath(value) !== '' && !/[?#]/.test(value);
  } catch {
    return false;
  }
};

const modelsUrl = z
  .string()
  .refine((value) => isFolderUrl(value) || urlWithProtocol('http:', 'https:').safeParse(value).success, {
    error:
      'must be an address that starts with http:// or https://, or a folder such as file:///media/usb/models',
  });

const publicUrl = urlWithProtocol('http:', 'https:').refine(
  (value) => {
    if (!URL.canParse(value)) return true;
    const { pathname, search, hash, username } = new URL(value);
    return pathname === '/' && `${search}${hash}${username}` === '';
  },
  { error: 'must be a bare address, without a path' },
);

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

/** Fastify does not validate the list: it throws at the first unknown word. */
function isProxyAddress(value: string): boolean {
  const [address = '', length, ...rest] = value.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0) return namedNetworks.includes(value);
  if (length === undefined) return true;
  return (
    rest.length === 0 &&
    /^\d{1,3}$/.test(length) &&
    Number(length) >= 1 &&
    Number(length) <= (version === 4 ? 32 : 128)
  );
}

const proxyAddresses = z
  .string()
  .refine((value) => value.split(',').every((address) => isProxyAddress(address.trim())), {
    error: 'takes addresses or networks with commas between them, such as 127.0.0.1, 10.0.0.0/8 or loopback',
  });

/** ana@exemplo.com, or Ana <ana@exemplo.com>. */
const sender = z.string().refine(
  (value) => {
    const address = /^[^<>\r\n]*<([^<>]*)>$/.exec(value.trim())?.[1] ?? value.trim();
    return z.email().safeParse(address).success;
  },
  { error: 'must hold an e-mail address' },
);

const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');

const roles = ['web', 'worker'] as const;
export type Role = (typeof roles)[number];

/** Checks every variable by itself; config.ts checks combinations. */
export const EnvironmentSchema = z.object({
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
  PUBLIC_URL: publicUrl.optional(),
  TRUSTED_PROXIES: proxyAddresses.optional(),
  HSTS_SUBDOMAINS: flag.default(false),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  METRICS_PORT: port.optional(),
  EVENT_STREAMS_MAX: wholeNumber.min(1, 'must be at least 1').default(2_000),
  DATA_DIR: z.string().min(1, 'must not be empty').default('./data'),
  DATABASE_URL: urlWithProtocol('postgres:', 'postgresql:').optional(),
  EMBEDDED: flag.default(false),
  DATABASE_POOL_MAX: wholeNumber.min(2, 'must be at least 2').default(10),
  SMTP_URL: urlWithProtocol('smtp:', 'smtps:').optional(),
  MAIL_FROM: sender.optional(),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('suporte@escriba.example'),
  LEGAL_NAME: z.string().optional(),
  LEGAL_ID: z.string().optional(),
  LEGAL_ADDRESS: z.string().optional(),
  PRIVACY_CONTACT: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_DISCOVERY_URL: urlWithProtocol('http:', 'https:').default(
    'https://accounts.google.com/.well-known/openid-configuration',
  ),
  SMS_URL: urlWithProtocol('http:', 'https:').optional(),
  SMS_TOKEN: z.string().optional(),
  STRIPE_SECRET_KEY: stripeSecretKey.optional(),
  STRIPE_WEBHOOK_SECRET: stripeWebhookSecret.optional(),
  STRIPE_API_BASE: urlWithProtocol('http:', 'https:').default('https://api.stripe.com'),
  SIGN_UPS_PER_ADDRESS: wholeNumber.min(1, 'must be at least 1').default(100),
  LEAKED_PASSWORDS_URL: urlWithProtocol('http:', 'https:').optional(),
  STORAGE_URL: storageUrl.optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  UPLOAD_MAX_BYTES: wholeNumber.min(1_048_576, 'must be at least 1048576, a megabyte').default(2_147_483_648),
  DISK_RESERVE_BYTES: wholeNumber.min(0, 'must be at least 0').optional(),
  KEEP_ORIGINALS_DAYS: days.optional(),
  KEEP_SOUND_DAYS: days.optional(),
  KEEP_ORPHANS_DAYS: days.default(7),
  SPEECH_MODEL: speechModel.optional(),
  SPEECH_VARIANT: z
    .enum(speechVariants, { error: `must be ${speechVariants.join(' or ')}` })
    .default('default'),
  SPEECH_PARALLEL: wholeNumber.min(1, 'must be at least 1').max(64, 'must be at most 64').optional(),
  SPEECH_TIMEOUT_SECONDS: wholeNumber
    .min(1, 'must be at least 1')
    .max(3_600, 'must be at most 3600')
    .default(600),
  SPEAKER_MODELS: z
    .string()
    .refine((named) => named === 'off' || isFolder(named), 'must be /FOLDER, ./FOLDER or off')
    .optional(),
  MODELS_URL: modelsUrl.default('https://huggingface.co'),
  OPENAI_BASE_URL: urlWithProtocol('http:', 'https:').optional(),
  OPENAI_API_KEY: z.string().optional(),
  SUMMARY_MODEL: summaryModel.optional(),
  SUMMARY_BASE_URL: urlWithProtocol('http:', 'https:').optional(),
  SUMMARY_API_KEY: z.string().optional(),
  SUMMARY_CONTEXT_TOKENS: wholeNumber.min(4_096, 'must be at least 4096').optional(),
  SUMMARY_PARALLEL: wholeNumber.min(1, 'must be at least 1').max(64, 'must be at most 64').optional(),
  SUMMARY_PRICE: summaryPrice.optional(),
  SUMMARY_SILENCE_SECONDS: wholeNumber
    .min(1, 'must be at least 1')
    .max(3_600, 'must be at most 3600')
    .optional(),
  OPENROUTER_API_KEY: z.string().optional(),
  GROQ_API_KEY: z.string().optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().optional(),
  ASSEMBLYAI_API_KEY: z.string().optional(),
  DEEPGRAM_API_KEY: z.string().optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SESSION_SECRET_OLD: z
    .string()
    .transform((value) => value.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(32, 'takes secrets of at least 32 characters with commas between them')))
    .default([]),
  SANDBOX_PORT: port
    .max(65_534, 'must be between 1 and 65534, because the sandbox mail server takes the next port')
    .optional(),
  ALLOW_SANDBOX: flag.default(false),
});

export type Environment = z.infer<typeof EnvironmentSchema>;
