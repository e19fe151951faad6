/** What a test does to the sandbox's Stripe from outside, in place of the people and the time at the real one. */
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
    /** Months differ in length: what is tied to the end of one is reached by its date. */
    advanceTo: async (seconds: number) => {
      const { now } = (await (await fetch(`${sandboxUrl}/stripe/clock`)).json()) as { now: number };
      return advance(Math.max(0, seconds - now));
    },
    behave: (behaviour: {
      failNextPayments?: number;
      customer?: string;
      webhooks?: 'normal' | 'drop' | 'twice' | 'reverse' | 'delayed' | 'wrong_signature';
      webhookUrl?: string | null;
    }) => post('/behaviour', behaviour),
    /** What the bank does with a refund to a card that has ended. */
    returnRefund: (id: string) => post(`/refunds/${id}/return`, {}),
    /** Sends what is held and what waits, and ends when the product has answered all of it. */
    deliver: () => post('/webhooks/deliver', {}) as Promise<SentWebhook[]>,
    webhooks: async () => (await fetch(`${sandboxUrl}/stripe/webhooks`)).json() as Promise<SentWebhook[]>,
  };
}

export type SentWebhook = {
  event: string;
  type: string;
  state: 'held' | 'waiting' | 'delivered' | 'failed' | 'dropped' | 'no_address';
  attempts: { at: string; status: number | null }[];
};

/** Presses a button of the checkout page, and says where it leads. */
export async function pressCheckout(pageUrl: string, action: 'pay' | 'decline' | 'leave') {
  const answer = await fetch(pageUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action }),
  });
  return { status: answer.status, location: answer.headers.get('location'), page: await answer.text() };
}
