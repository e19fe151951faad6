import { z } from 'zod';

export type PaymentsConfig = Readonly<{ secretKey: string; webhookSecret: string; apiBase: string }>;

export const stripeSecretKey = z
  .string()
  .regex(/^(sk|rk)_/, 'must be a secret key, which begins with sk_ or rk_');
export const stripeWebhookSecret = z
  .string()
  .regex(/^whsec_/, 'must be the secret of a webhook, which begins with whsec_');

/** Test keys of Stripe move no money. */
export const isLiveKey = (secretKey: string | undefined) =>
  secretKey !== undefined && !/^(sk|rk)_test_/.test(secretKey);

type Given = {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_API_BASE: string;
};

/** The sandbox's Stripe has one fixed account. Undefined: this installation takes no payments. */
export function readPaymentsConfig(given: Given, sandboxUrl: string | undefined): PaymentsConfig | undefined {
  if (sandboxUrl !== undefined)
    return { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox', apiBase: `${sandboxUrl}/stripe` };
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: base } = given;
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  return { secretKey, webhookSecret, apiBase: base.replace(/\/+$/, '') };
}
