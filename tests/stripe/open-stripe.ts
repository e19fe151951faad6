import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { type SandboxOptions, startSandbox } from '#sandbox/start.ts';
import { stripeSecretKey } from '#sandbox/stripe/client.ts';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { pressCheckout, stripeControls } from './stripe-controls.ts';

export function openSdk(sandboxUrl: string, key: string = stripeSecretKey) {
  const { hostname, port } = new URL(sandboxUrl);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

/**
 * Starts the simulated Stripe without the product. Its calls use the SDK with the parameters that the product
 * sends.
 */
export async function openStripe(
  options: Partial<Pick<SandboxOptions, 'stateDir' | 'productUrl' | 'log'>> = {},
) {
  const folder = options.stateDir ?? (await mkdtemp(join(tmpdir(), 'escriba-stripe-')));
  const parts = ['stripe'] as const;
  const sandbox = await startSandbox({ httpPort: 0, smtpPort: 0, parts, ...options, stateDir: folder });
  const stripe = openSdk(sandbox.httpUrl);

  const makePrice = async (key: string, unitAmount: number, interval: 'month' | 'year') => {
    const metadata = { plan_id: key };
    const product = { id: `escriba_${key}`, name: key, description: key, metadata };
    const { id } = await stripe.products.create(product, { idempotencyKey: key });
    return stripe.prices.create({
      product: id,
      currency: 'brl',
      unit_amount: unitAmount,
      recurring: { interval },
      lookup_key: key,
      transfer_lookup_key: true,
      nickname: key,
      metadata,
    });
  };

  const makeCustomer = (email = 'ana@exemplo.com', options?: Stripe.RequestOptions) =>
    stripe.customers.create(
      { name: 'Ana', email, preferred_locales: ['pt-BR'], metadata: { user_id: 'user-1' } },
      options,
    );

  const checkout = async (price: string, customer: string) => {
    const { id, url } = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      customer,
      client_reference_id: 'user-1',
      allowed_payment_method_types: ['card'],
      metadata: { user_id: 'user-1' },
      subscription_data: { metadata: { user_id: 'user-1' } },
      locale: 'pt-BR',
      success_url: 'http://localhost:3000/ok',
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
    makeCustomer,
    checkout,
    /** Creates a new customer, who pays for the price. */
    subscribe: async (price: string): Promise<Stripe.Subscription> => {
      const { id: customer } = await makeCustomer();
      await pressCheckout((await checkout(price, customer)).url, 'pay');
      const [subscription] = (await stripe.subscriptions.list({ customer })).data;
      if (subscription === undefined) throw new Error('the checkout created no subscription');
      return subscription;
    },
    close: sandbox.close,
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type ReceivedWebhook = { body: string; signature: string };

/** Receives events instead of the product. It answers with the statuses in `answers`, and then with 200. */
export async function startWebhookReceiver({ answers = [] as number[] } = {}) {
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    received.push({
      body: await text(request),
      signature: String(request.headers['stripe-signature']),
    });
    response.writeHead(answers.shift() ?? 200).end();
  });
  const { url, ...listening } = await listenOnFreePort(server);
  return {
    ...listening,
    productUrl: url,
    received,
    types: () => received.map(({ body }) => String((JSON.parse(body) as { type: unknown }).type)),
  };
}
