import type Stripe from 'stripe';
import type { Config } from '#server/config/config.ts';

/** More than any customer has. Protects the memory from endless lists. */
export const maxListItems = 500;
export const pageSize = 100;

export const fromUnixSeconds = (seconds: number) => new Date(seconds * 1_000);
export const idOf = (it: string | { id: string } | null | undefined) =>
  typeof it === 'string' ? it : it?.id;

type PaymentsSetting = NonNullable<Config['payments']>;

/** A user is waiting. Even with its one retry, a call ends before the caller's lease expires. */
const timeoutMs = 12_000;
const ownBase = 'https://api.stripe.com';

/** Redirects the calls to another base URL, because the SDK accepts a host but no path before /v1. */
function rebased(apiBase: string): typeof fetch {
  return (input, init) => {
    const url = String(input);
    const path = url.slice(new URL(url).origin.length);
    return fetch(`${apiBase}${path}`, init);
  };
}

/** Loads the SDK at the first call: it takes tens of megabytes, and most processes never use it. */
export function openClient({ secretKey, apiBase }: PaymentsSetting): () => Promise<Stripe> {
  let opening: Promise<Stripe> | undefined;
  const open = async () => {
    const { default: Sdk } = await import('stripe');
    return new Sdk(secretKey, {
      timeout: timeoutMs,
      maxNetworkRetries: 1,
      telemetry: false,
      ...(apiBase === ownBase ? {} : { httpClient: Sdk.createFetchHttpClient(rebased(apiBase)) }),
    });
  };
  return () => {
    opening ??= open();
    return opening;
  };
}
