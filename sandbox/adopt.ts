import { setTimeout as delay } from 'node:timers/promises';
import { type About, AboutSchema } from './about.ts';
import type { PartName, Sandbox, SandboxLog } from './part.ts';

const answerTimeoutMs = 2_000;
const readyTimeoutMs = 5_000;
const pollMs = 50;

async function askWhoItIs(httpUrl: string): Promise<About | undefined> {
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

/** One that has just taken the port may still be starting its parts. */
async function waitUntilReady(httpUrl: string): Promise<About | undefined> {
  const giveUpAt = Date.now() + readyTimeoutMs;
  for (;;) {
    const about = await askWhoItIs(httpUrl);
    if (about === undefined || about.ready || Date.now() > giveUpAt) return about;
    await delay(pollMs);
  }
}

type AdoptOptions = { host: string; httpPort: number; parts: readonly PartName[]; log: SandboxLog };

/** Two processes of the product share one sandbox; the one that started it also stops it. */
export async function adoptSandbox({ host, httpPort, parts, log }: AdoptOptions): Promise<Sandbox> {
  const httpUrl = `http://${host}:${httpPort}`;
  const about = await waitUntilReady(httpUrl);
  if (about === undefined)
    throw new Error(
      `Port ${httpPort} is taken by another program, and the sandbox needs it. Choose another one with SANDBOX_PORT=…`,
    );
  const missing = parts.filter((name) => !about.parts.some((part) => part.name === name));
  if (missing.length > 0)
    throw new Error(
      `The sandbox that runs at port ${httpPort} lacks ${missing.join(', ')}. Stop it, or choose another port with SANDBOX_PORT=…`,
    );
  log.info({ url: httpUrl }, 'a sandbox is already running here; using it');
  const mail = about.parts.find(({ name }) => name === 'mail');
  return {
    httpUrl,
    smtpUrl: mail?.addresses.smtp ?? `smtp://${host}:${httpPort + 1}`,
    close: async () => {},
  };
}
