import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { PartOptions, SandboxLog, SandboxPart } from '../part.ts';
import { type Account, openAccount } from './account.ts';
import { openCalls } from './api/answer.ts';
import { catalogueCalls } from './api/catalogue.ts';
import { checkoutCalls } from './api/checkout.ts';
import { customerCalls } from './api/customers.ts';
import { paymentCalls } from './api/payments.ts';
import { subscriptionCalls } from './api/subscriptions.ts';
import { stripeWebhookPath } from './client.ts';
import { controlRoutes } from './control-routes.ts';
import { parseForm } from './form.ts';
import { pageRoutes } from './page-routes.ts';
import { openStore } from './store.ts';
import { openWebhooks } from './webhooks.ts';

function apiRoutes(app: FastifyInstance, account: Account, log: SandboxLog) {
  const calls = openCalls(app, account, log);
  for (const add of [catalogueCalls, customerCalls, checkoutCalls, subscriptionCalls, paymentCalls])
    add(calls);
}

/** A Stripe where nobody pays: the real SDK talks to it, and the clock can be moved. */
export function stripePart({ stateDir, productUrl, log }: PartOptions): SandboxPart {
  let url = '';
  let webhooks: ReturnType<typeof openWebhooks> | undefined;
  const defaultUrl = productUrl === undefined ? undefined : `${productUrl}${stripeWebhookPath}`;

  return {
    name: 'stripe',
    title: 'Stripe de teste',
    description: 'Recebe assinaturas e pagamentos de mentira, e tem um relógio que se adianta.',
    path: '/stripe',
    register: async (app) => {
      const store = await openStore(join(stateDir, 'stripe', 'account.json'));
      const opened = openWebhooks({ store, defaultUrl });
      webhooks = opened;
      const account = openAccount({ store, baseUrl: () => url, onEvent: opened.add });
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, body: string, done) => done(null, parseForm(body)),
      );
      pageRoutes(app, account);
      controlRoutes(app, { account, webhooks: opened });
      // The SDK knows a host and a port, and no folder of them; a client that can put one before the path finds it too.
      for (const prefix of ['/v1', '/stripe/v1'])
        await app.register(async (scope) => apiRoutes(scope, account, log), { prefix });
    },
    start: async (httpUrl) => {
      url = httpUrl;
      webhooks?.resume();
    },
    close: async () => webhooks?.close(),
  };
}
