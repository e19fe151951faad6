export type Metadata = Record<string, string>;

/** Seconds since 1970 on this Stripe's own clock. */
export type NewOptions = { now: number };

/** An empty value takes the key away, an empty whole takes all away. */
export function mergeMetadata(old: Metadata, change: Metadata | '' | undefined): Metadata {
  if (change === undefined) return old;
  if (change === '') return {};
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''));
}

export const noAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
} as const;
