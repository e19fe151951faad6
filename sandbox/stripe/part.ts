import { join } from 'node:path';
import type { PartOptions, SandboxPart } from '../part.ts';
import { openAccount } from './account.ts';
import { openCalls } from './api/calls.ts';
import { catalogueCalls } from './api/catalogue.ts';
import { checkoutCalls } from './api/checkout.ts';
import { customerCalls } from './api/customers.ts';
import { parseForm } from './api/parameters.ts';
import { paymentCalls } from './api/payments.ts';
import { subscriptionCalls } from './api/subscriptions.ts';
import { stripeWebhookPath } from './client.ts';
import { controlRoutes } from './control-routes.ts';
import { checkoutRoutes } from './pages/checkout-page.ts';
import { homeRoute } from './pages/home-page.ts';
import { portalRoutes } from './pages/portal-page.ts';
import { openStore } from './store.ts';
import { openWebhooks } from './webhooks.ts';

/** Simulates Stripe for the product's SDK. No money moves, and tests can move the clock. */
export function stripePart({ stateDir, productUrl, log }: PartOptions): SandboxPart {
  let baseUrl = '';
  let webhooks: ReturnType<typeof openWebhooks> | undefined;

  return {
    name: 'stripe',
    title: 'Stripe de teste',
    description: 'Recebe assinaturas e pagamentos de mentira, e tem um relógio que se adianta.',
    path: '/stripe',
    register: async (app) => {
      const store = await openStore(join(stateDir, 'stripe', 'account.json'));
      const url = productUrl === undefined ? undefined : `${productUrl}${stripeWebhookPath}`;
      const opened = openWebhooks({ store, url });
      webhooks = opened;
      const account = openAccount({ store, baseUrl: () => baseUrl, onEvent: opened.add });
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, body: string, done) => done(null, parseForm(body)),
      );
      for (const add of [homeRoute, checkoutRoutes, portalRoutes]) add(app, account);
      controlRoutes(app, { account, webhooks: opened });
      // The SDK accepts a host and a port, but no path before /v1. The product's own client also accepts a path.
      for (const prefix of ['/v1', '/stripe/v1'])
        await app.register(
          async (scope) => {
            const calls = openCalls(scope, account, log);
            const groups = [catalogueCalls, customerCalls, checkoutCalls, subscriptionCalls, paymentCalls];
            for (const add of groups) add(calls);
          },
          { prefix },
        );
    },
    start: async (httpUrl) => {
      baseUrl = httpUrl;
      webhooks?.resume();
    },
    close: async () => webhooks?.close(),
  };
}
