import { join } from 'node:path';
import type { Provider } from 'oidc-provider/lib/provider.js';
import type { PartOptions, SandboxPart } from '../part.ts';
import { openAccounts } from './accounts.ts';
import { loadKeys } from './keys.ts';
import { openProvider } from './provider.ts';
import { googleRoutes } from './routes.ts';

/** An OpenID provider in the place of Google, which asks nobody for a password. */
export function googlePart({ stateDir, log }: PartOptions): SandboxPart {
  const folder = join(stateDir, 'google');
  const accounts = openAccounts(join(folder, 'accounts.json'));
  const listening = Promise.withResolvers<string>();
  let opened: Promise<Provider> | undefined;

  const open = async () => {
    const issuer = `${await listening.promise}/google`;
    return openProvider({ issuer, keys: await loadKeys(join(folder, 'keys.json')), accounts, log });
  };
  const provider = () => {
    opened ??= open().catch((error) => {
      // A full disk may be emptied: the next request tries again.
      opened = undefined;
      throw error;
    });
    return opened;
  };

  return {
    name: 'google',
    title: 'Conta do Google de teste',
    description: 'Responde no lugar do Google quando alguém entra com ele, com a conta que você escolher.',
    path: '/google',
    register: (app) => googleRoutes(app, { provider, accounts }),
    start: async (httpUrl) => listening.resolve(httpUrl),
  };
}
