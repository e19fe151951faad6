import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { SandboxPart as PartName } from '#contract/installation.ts';

export type { PartName };

/**
 * A small server that replaces a vendor. To add one, name it in sandboxParts of src/contract/installation.ts
 * and write it in a folder here. Then add it to openPart in start.ts, which does not compile without it.
 */
export type SandboxPart = Readonly<{
  name: PartName;
  /** Title and description are in Portuguese for the sandbox's home page. */
  title: string;
  description: string;
  /** The path of its page and the prefix of its routes. */
  path: `/${string}`;
  register: (app: FastifyInstance) => void | Promise<void>;
  /** The sandbox calls this once it listens, because some parts need its address or open other ports. */
  start?: (httpUrl: string) => Promise<void>;
  close?: () => Promise<void>;
  /** Returns additional addresses, which the part knows once it has started. */
  addresses?: () => Readonly<Record<string, string>>;
}>;

export type PartOptions = Readonly<{
  host: string;
  smtpPort: number;
  /** Each part creates its own folder in it. */
  stateDir: string;
  /** The sandbox sends webhooks to this URL of the product. */
  productUrl?: string | undefined;
  log: SandboxLog;
}>;

/** Why the sandbox writes the texts: no model can be fetched, or an operator chose it. Undefined: another engine does. */
export type SpeechReason = 'disk' | 'server' | 'folder' | 'installed' | 'chosen' | undefined;

export type SandboxLog = Pick<Logger, 'info' | 'warn' | 'error'>;

/** A running sandbox. `close` does nothing if another process started it. */
export type Sandbox = Readonly<{ httpUrl: string; smtpUrl: string; close: () => Promise<void> }>;
