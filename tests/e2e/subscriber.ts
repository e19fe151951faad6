import type { Page } from '@playwright/test';
import type { Payment } from '#contract/billing.ts';
import { pressCheckout } from '#tests/stripe/stripe-controls.ts';

/** Returns API calls with the page's session, which the test makes outside the page. */
export async function billingCalls(page: Page) {
  const { token } = (await (await page.request.get('/api/auth/token')).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  return {
    post: (path: string, data: object = {}) => page.request.post(`/api${path}`, { headers, data }),
    history: async () =>
      (await (await page.request.get('/api/stripe/history', { headers })).json()) as Payment[],
  };
}

/** Pays for a plan with the page's account, as at the payment page. */
export async function subscribe(page: Page, planId = 'basic-monthly') {
  const calls = await billingCalls(page);
  const { url } = (await (await calls.post('/stripe/create-session', { planId })).json()) as { url: string };
  await pressCheckout(url, 'pay');
  await calls.post('/stripe/sync');
  return calls;
}
