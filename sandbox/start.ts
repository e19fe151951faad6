import { adoptSandbox } from './adopt.ts';
import type { PartName, Sandbox, SandboxLog } from './part.ts';
import { openPart } from './parts.ts';
import { buildSandbox } from './server.ts';

export type SandboxOptions = {
  /** 0 takes any free one, for tests. */
  httpPort: number;
  smtpPort: number;
  parts: readonly PartName[];
  stateDir: string;
  /** For a vendor that calls the product back; without it nothing is sent. */
  productUrl?: string;
  log?: SandboxLog;
};

/** Nothing but this machine can reach it: it holds mail with sign-in links and asks nobody who they are. */
const host = '127.0.0.1';

/** Without a log of its own a warning goes where tests hear it. */
const loudLog: SandboxLog = { info: () => {}, warn: console.warn, error: console.error };

export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

/** Starts the little servers, or joins a sandbox of ours that already answers at this port. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { httpPort, smtpPort, stateDir, productUrl, log = loudLog } = options;
  const parts = options.parts.map((name) => openPart[name]({ host, smtpPort, stateDir, productUrl, log }));
  const sandbox = await buildSandbox({ parts, log });
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
    if (isPortTaken(error)) return adoptSandbox({ host, httpPort, parts: options.parts, log });
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
      `Port ${smtpPort}, where the sandbox takes mail, is taken by another program. Choose other ports with SANDBOX_PORT=…`,
      { cause: error },
    );
  }
  sandbox.markReady();
  const mail = parts.find(({ name }) => name === 'mail');
  return { httpUrl, smtpUrl: mail?.addresses?.().smtp ?? `smtp://${host}:${smtpPort}`, close };
}
