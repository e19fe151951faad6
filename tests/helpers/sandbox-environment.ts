import { stripeSecretKey, stripeWebhookSecret } from '#sandbox/stripe/client.ts';

/** The variables with which a product talks to the vendors of this sandbox as to real ones. */
export const sandboxEnvironment = ({ httpUrl, smtpUrl }: { httpUrl: string; smtpUrl: string }) => ({
  SMTP_URL: smtpUrl,
  STRIPE_SECRET_KEY: stripeSecretKey,
  STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
  STRIPE_API_BASE: `${httpUrl}/stripe`,
  SPEECH_MODEL: 'openai:sandbox-speech',
  OPENAI_BASE_URL: `${httpUrl}/speech/v1`,
  OPENAI_API_KEY: 'sandbox',
  SUMMARY_MODEL: 'compatible:sandbox-language',
  SUMMARY_BASE_URL: `${httpUrl}/language/v1`,
  SUMMARY_API_KEY: 'sandbox',
  LEAKED_PASSWORDS_URL: `${httpUrl}/leaked-passwords`,
});
