import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { startSandbox } from '#sandbox/start.ts';
import { stripeSecretKey } from '#sandbox/stripe/client.ts';
import { pressCheckout, stripeControls } from './stripe-controls.ts';

export function openSdk(sandboxUrl: string, key: string = stripeSecretKey) {
  const { hostname, port } = new URL(sandboxUrl);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

/** The sandbox's Stripe alone, with the real SDK, two prices and a customer. */
export async function openStripe({ stateDir, productUrl }: { stateDir?: string; productUrl?: string } = {}) {
  const folder = stateDir ?? (await mkdtemp(join(tmpdir(), 'escriba-stripe-')));
  const start = { httpPort: 0, smtpPort: 0, parts: ['stripe'] as const, stateDir: folder };
  const sandbox = await startSandbox(productUrl === undefined ? start : { ...start, productUrl });
  const stripe = openSdk(sandbox.httpUrl);

  const makePrice = async (key: string, unitAmount: number, interval: 'month' | 'year') => {
    const product = await stripe.products.create({ name: key });
    return stripe.prices.create({
      product: product.id,
      currency: 'brl',
      unit_amount: unitAmount,
      recurring: { interval },
      lookup_key: key,
    });
  };

  const checkout = async (price: string, customer?: string) => {
    const { id, url } = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      ...(customer === undefined ? { customer_email: 'ana@exemplo.com' } : { customer }),
      client_reference_id: 'user-1',
      metadata: { user: 'user-1' },
      locale: 'pt-BR',
      success_url: 'http://localhost:3000/ok?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:3000/nao',
    });
    return { id, url: url ?? '' };
  };

  return {
    stripe,
    folder,
    url: sandbox.httpUrl,
    ...stripeControls(sandbox.httpUrl),
    makePrice,
    checkout,
    subscribe: async (price: string, customer?: string) => {
      const { id, url } = await checkout(price, customer);
      await pressCheckout(url, 'pay');
      const session = await stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] });
      return session.subscription as Stripe.Subscription;
    },
    close: sandbox.close,
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type ReceivedWebhook = { body: string; signature: string };

/** A webhook endpoint that records events and answers with the given statuses. */
export async function startWebhookReceiver({ answers = [] as number[] } = {}) {
  const heard: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    heard.push({
      body: Buffer.concat(parts).toString('utf8'),
      signature: String(request.headers['stripe-signature']),
    });
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    productUrl: `http://127.0.0.1:${port}`,
    heard,
    types: () => heard.map(({ body }) => String((JSON.parse(body) as { type: unknown }).type)),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
