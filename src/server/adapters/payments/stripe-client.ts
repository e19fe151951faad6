import type Stripe from 'stripe';
import type { Config } from '../../config/config.ts';

/** More than one customer ever has; a runaway list must not fill the memory. */
export const maxListItems = 500;
export const pageSize = 100;

export const fromUnixSeconds = (seconds: number) => new Date(seconds * 1_000);
export const idOf = (it: string | { id: string } | null | undefined) =>
  typeof it === 'string' ? it : it?.id;

export type PaymentsSetting = NonNullable<Config['payments']>;

/** A person waits for the answer. With its one retry a call ends before the lease of who makes it. */
const timeoutMs = 12_000;
const ownBase = 'https://api.stripe.com';

/** The same calls to another server: the SDK takes a host, but no path before /v1. */
function rebased(apiBase: string): typeof fetch {
  return (input, init) => {
    const url = String(input);
    const path = url.slice(new URL(url).origin.length);
    return fetch(`${apiBase}${path}`, init);
  };
}

/** The SDK takes some tens of megabytes, and most processes never speak to it: loaded at the first call. */
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
