/** The keys of the sandbox's one account. The configuration of the product in development and tests holds the same values. */
export const stripeSecretKey = 'sk_test_sandbox';
export const stripeWebhookSecret = 'whsec_sandbox';

/** The product receives events at this path. */
export const stripeWebhookPath = '/api/stripe/webhook';
