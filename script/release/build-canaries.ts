/** Sung in every one of them: a bundler that wrote an environment into the pages would give it away. */
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

/** What script/test builds the pages with, in the place of whatever secrets the machine has. */
export const buildCanaries: Readonly<Record<string, string>> = Object.fromEntries(
  secretNames.map((name) => [name, `${canary}-${name.toLowerCase().replaceAll('_', '-')}`]),
);
