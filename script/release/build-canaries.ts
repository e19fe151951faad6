/**
 * Every fake secret contains this text. A test searches the pages for it, to detect inlined environment
 * variables.
 */
export const canary = 'canary-of-the-build';

const secretNames = [
  'SESSION_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'OPENAI_API_KEY',
  'SMS_TOKEN',
] as const;

/** script/test builds the pages with these fake secrets instead of the machine's real ones. */
export const buildCanaries: Readonly<Record<string, string>> = Object.fromEntries(
  secretNames.map((name) => [name, `${canary}-${name.toLowerCase().replaceAll('_', '-')}`]),
);
