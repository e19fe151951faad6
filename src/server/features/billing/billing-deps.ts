import type { Deps } from '../../deps.ts';

/** What acting on somebody's subscription needs; a command has no more than this. */
export type BillingDeps = Pick<Deps, 'config' | 'db' | 'queue' | 'payments' | 'log' | 'now'>;
