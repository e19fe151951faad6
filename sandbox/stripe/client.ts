/** The one account that this Stripe knows; the product's configuration holds the same values. */
export const stripeSecretKey = 'sk_test_sandbox';
export const stripeWebhookSecret = 'whsec_sandbox';

/** The product receives events at this path. */
export const stripeWebhookPath = '/api/stripe/webhook';
