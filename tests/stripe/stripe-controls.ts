/** Controls the sandbox's Stripe: replaces the customers, the bank and the passing time of the real one. */
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
    /** Months differ in length, so move to a date instead of by days. */
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
    /** The bank returns the refund, because the card is closed. */
    returnRefund: (id: string) => post(`/refunds/${id}/return`, {}),
    /** Delivers all held and waiting webhooks, and resolves when the product has answered them. */
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

/** Presses a button of the checkout page and returns the redirect address. */
export async function pressCheckout(pageUrl: string, action: 'pay' | 'decline' | 'leave') {
  const answer = await fetch(pageUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action }),
  });
  return { status: answer.status, location: answer.headers.get('location'), page: await answer.text() };
}
