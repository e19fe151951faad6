/** The one account that this Stripe knows; the product's configuration holds the same values. */
export const stripeSecretKey = 'sk_test_sandbox';
export const stripeWebhookSecret = 'whsec_sandbox';

/** Where the product listens for events. */
export const stripeWebhookPath = '/api/stripe/webhook';

/** The version that the pinned SDK asks for; events carry it too. */
export const stripeApiVersion = '2026-10-28.endive';
