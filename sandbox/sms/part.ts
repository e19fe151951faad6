import { join } from 'node:path';
import type { PartOptions, SandboxPart } from '../part.ts';
import { smsRoutes } from './routes.ts';
import { openSmsStore } from './sms-store.ts';

/** A provider of text messages that reaches no phone, and a page that shows what it was given. */
export function smsPart({ stateDir }: PartOptions): SandboxPart {
  const store = openSmsStore(join(stateDir, 'sms'));
  return {
    name: 'sms',
    title: 'SMS',
    description: 'Recebe toda mensagem de celular que o produto envia e a mostra aqui.',
    path: '/sms',
    register: (app) => smsRoutes(app, store),
  };
}
