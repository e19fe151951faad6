/** The keys of the one account of the sandbox. Development and tests configure the product with the same keys. */
export const stripeSecretKey = 'sk_test_sandbox';
export const stripeWebhookSecret = 'whsec_sandbox';

/** The product receives events at this path. */
export const stripeWebhookPath = '/api/stripe/webhook';
