import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { SandboxPart as PartName } from '#contract/installation.ts';

export type { PartName };

/**
 * One little server in the place of a vendor. To add one: name it in sandboxParts of src/contract/installation.ts, write
 * its folder here, and give it a line in parts.ts, which does not compile without.
 */
export type SandboxPart = Readonly<{
  name: PartName;
  /** In Portuguese: people read both at the sandbox's first page. */
  title: string;
  description: string;
  /** Where its page is; its routes begin with it too. */
  path: `/${string}`;
  register: (app: FastifyInstance) => void | Promise<void>;
  /** What listens on other ports starts here, and what must know its own address learns it: the sandbox has its port. */
  start?: (httpUrl: string) => Promise<void>;
  close?: () => Promise<void>;
  /** Addresses other than its page, known once it has started. */
  addresses?: () => Readonly<Record<string, string>>;
}>;

export type PartOptions = Readonly<{
  host: string;
  smtpPort: number;
  /** A folder of its own is made in it. */
  stateDir: string;
  /** Where the product answers, for a vendor that calls it back. */
  productUrl?: string | undefined;
  log: SandboxLog;
}>;

export type SandboxLog = Pick<Logger, 'info' | 'warn' | 'error'>;

/** A running sandbox. Closing one that was only joined does nothing. */
export type Sandbox = Readonly<{ httpUrl: string; smtpUrl: string; close: () => Promise<void> }>;
