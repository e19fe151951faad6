/** The keys of the sandbox's only account. Development and tests configure the product with the same keys. */
export const stripeSecretKey = 'sk_test_sandbox';
export const stripeWebhookSecret = 'whsec_sandbox';

/** The product receives events at this path. */
export const stripeWebhookPath = '/api/stripe/webhook';
