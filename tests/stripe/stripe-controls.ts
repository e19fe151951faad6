/** Controls the time, the banks and the network of the simulated Stripe. */
export function stripeControls(sandboxUrl: string) {
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${sandboxUrl}/stripe${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<unknown>;
  };
  const advance = (advanceSeconds: number) => post('/clock', { advanceSeconds });
  return {
    advanceDays: (days: number) => advance(days * 86_400),
    /** Moves the clock to a date. Tests use this to reach the end of a period, because months differ in length. */
    advanceTo: async (seconds: number) => {
      const { now } = (await (await fetch(`${sandboxUrl}/stripe/clock`)).json()) as { now: number };
      return advance(Math.max(0, seconds - now));
    },
    behave: (behaviour: {
      failNextPayments?: number;
      customer?: string;
      webhooks?: 'normal' | 'drop' | 'twice' | 'reverse' | 'delayed' | 'wrong_signature';
    }) => post('/behaviour', behaviour),
    /** Simulates a bank that returns a refund, for example because the card has expired. */
    returnRefund: (id: string) => post(`/refunds/${id}/return`, {}),
    /** Simulates a card owner who disputes a payment, or only the given amount of it. */
    openDispute: (dispute: { paymentIntent: string; amount?: number }) =>
      post('/disputes', dispute) as Promise<{ id: string }>,
    /** Simulates the bank's decision of a dispute. */
    closeDispute: (id: string, status: 'lost' | 'won') => post(`/disputes/${id}/close`, { status }),
    /** Sends the held and the pending events, and resolves when the product has answered all of them. */
    deliver: () => post('/webhooks/deliver', {}) as Promise<SentWebhook[]>,
    webhooks: async () => (await fetch(`${sandboxUrl}/stripe/webhooks`)).json() as Promise<SentWebhook[]>,
  };
}

export type SentWebhook = {
  type: string;
  state: 'held' | 'waiting' | 'delivered' | 'failed' | 'dropped' | 'no_address';
  attempts: { at: string; status: number | null }[];
};

/** Presses a button of the checkout page, and returns the page's answer. */
export async function pressCheckout(pageUrl: string, action: 'pay' | 'decline' | 'leave') {
  const answer = await fetch(pageUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action }),
  });
  return { status: answer.status, location: answer.headers.get('location'), page: await answer.text() };
}
