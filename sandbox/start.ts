import { setTimeout as delay } from 'node:timers/promises';
import { googlePart } from './google/google.ts';
import { type About, AboutSchema } from './home-page.ts';
import { languagePart } from './language-model/language-model.ts';
import { leakedPasswordsPart } from './leaked-passwords/leaked-passwords.ts';
import { mailboxPart } from './mailbox/mailbox.ts';
import type { PartName, PartOptions, Sandbox, SandboxLog, SandboxPart, SpeechReason } from './part.ts';
import { buildSandbox } from './server.ts';
import { smsPart } from './sms/sms.ts';
import { speechPart } from './speech/speech.ts';
import { stripePart } from './stripe/part.ts';

export type SandboxOptions = {
  /** With 0, the sandbox chooses a free port. Tests use this. */
  httpPort: number;
  smtpPort: number;
  parts: readonly PartName[];
  stateDir: string;
  /** Without this URL, the sandbox sends no webhooks. */
  productUrl?: string;
  /** The product knows it only after its own start, so each view of the home page asks. */
  speechReason?: (() => SpeechReason) | undefined;
  log?: SandboxLog;
};

/** The sandbox listens only on loopback, because it serves mails with sign-in links without authentication. */
const host = '127.0.0.1';

/** Tests fail on console output, so a warning without a log fails the test. */
const consoleLog: SandboxLog = { info: () => {}, warn: console.warn, error: console.error };

export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

/** Starts the sandbox, or joins one that already runs at this port. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { httpPort, smtpPort, stateDir, productUrl, speechReason, log = consoleLog } = options;
  const parts = options.parts.map((name) => openPart[name]({ host, smtpPort, stateDir, productUrl, log }));
  const sandbox = await buildSandbox({ parts, speechReason, log });
  const started: (() => Promise<void>)[] = [];
  const close = async () => {
    await sandbox.app.close();
    for (const closePart of started.splice(0).reverse()) await closePart();
  };

  let httpUrl: string;
  try {
    httpUrl = await sandbox.app.listen({ host, port: httpPort });
  } catch (error) {
    await sandbox.app.close();
    if (isPortTaken(error)) return joinRunningSandbox({ host, httpPort, parts: options.parts, log });
    throw error;
  }
  try {
    for (const part of parts) {
      await part.start?.(httpUrl);
      if (part.close) started.push(part.close);
    }
  } catch (error) {
    await close();
    if (!isPortTaken(error)) throw error;
    throw new Error(
      `Port ${smtpPort}, the sandbox's SMTP port, is used by another program. Choose other ports with SANDBOX_PORT=…`,
      { cause: error },
    );
  }
  sandbox.markReady();
  const mail = parts.find(({ name }) => name === 'mail');
  return { httpUrl, smtpUrl: mail?.addresses?.().smtp ?? `smtp://${host}:${smtpPort}`, close };
}

export const openPart: Readonly<Record<PartName, (options: PartOptions) => SandboxPart>> = {
  mail: mailboxPart,
  google: googlePart,
  sms: smsPart,
  speech: speechPart,
  language: languagePart,
  stripe: stripePart,
  passwords: leakedPasswordsPart,
};

const answerTimeoutMs = 2_000;
const readyTimeoutMs = 5_000;
const pollMs = 50;

async function fetchAbout(httpUrl: string): Promise<About | undefined> {
  try {
    const answer = await fetch(httpUrl, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    return AboutSchema.safeParse(await answer.json()).data;
  } catch {
    return undefined;
  }
}

/** Polls the other sandbox, because it may still start its parts. */
async function waitUntilReady(httpUrl: string): Promise<About | undefined> {
  const giveUpAt = Date.now() + readyTimeoutMs;
  for (;;) {
    const about = await fetchAbout(httpUrl);
    if (about === undefined || about.ready || Date.now() > giveUpAt) return about;
    await delay(pollMs);
  }
}

type JoinOptions = { host: string; httpPort: number; parts: readonly PartName[]; log: SandboxLog };

/** Several processes of the product share one sandbox. The process that started it also stops it. */
export async function joinRunningSandbox({ host, httpPort, parts, log }: JoinOptions): Promise<Sandbox> {
  const httpUrl = `http://${host}:${httpPort}`;
  const about = await waitUntilReady(httpUrl);
  if (about === undefined)
    throw new Error(
      `Port ${httpPort} of the sandbox is used by another program. Choose another one with SANDBOX_PORT=…`,
    );
  const missing = parts.filter((name) => !about.parts.some((part) => part.name === name));
  if (missing.length > 0)
    throw new Error(
      `The running sandbox at port ${httpPort} lacks ${missing.join(', ')}. Stop it, or choose another port with SANDBOX_PORT=…`,
    );
  log.info({ url: httpUrl }, 'joined the running sandbox');
  const mail = about.parts.find(({ name }) => name === 'mail');
  return {
    httpUrl,
    smtpUrl: mail?.addresses.smtp ?? `smtp://${host}:${httpPort + 1}`,
    close: async () => {},
  };
}
