import { join } from 'node:path';
import type { PartOptions, SandboxPart } from '../part.ts';
import { openMailStore } from './mail-store.ts';
import { mailboxRoutes } from './routes.ts';
import { startSmtp } from './smtp.ts';

/** A mail server that keeps what it is given, and a page that shows it. */
export function mailboxPart({ host, smtpPort, stateDir, log }: PartOptions): SandboxPart {
  const store = openMailStore(join(stateDir, 'mailbox'));
  let smtp: Awaited<ReturnType<typeof startSmtp>> | undefined;
  return {
    name: 'mail',
    title: 'Caixa de correio',
    description: 'Recebe todo e-mail que o produto envia e o mostra aqui.',
    path: '/mailbox',
    register: (app) => mailboxRoutes(app, store),
    start: async () => {
      smtp = await startSmtp({ host, port: smtpPort, store, log });
    },
    close: async () => smtp?.close(),
    addresses: () => ({ smtp: `smtp://${host}:${smtp?.port ?? smtpPort}` }),
  };
}
