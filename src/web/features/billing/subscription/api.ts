import { queryOptions } from '@tanstack/react-query';
import {
  BillingLinkSchema,
  BillingMessageSchema,
  BillingStateSchema,
  ChangePreviewSchema,
  CreditSchema,
  PaymentHistorySchema,
} from '#contract/billing.ts';
import { UsageDaysSchema } from '#contract/plan-usage.ts';
import { minuteMs } from '#domain/format/durations.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { ApiError, callApi, UnexpectedResponseError } from '#web/api/client.ts';
import { retryAfterText } from '#web/forms/server-errors.ts';

/** Stripe is slow, and one action may need several calls to it. */
const vendorTimeoutMs = minuteMs;

/** Uploads change the minutes at any time, so each visit refetches them. */
export const usageDaysQuery = queryOptions({
  queryKey: ['usage-days'],
  queryFn: ({ signal }) => callApi(apiPaths.usageDays, { signal, parse: UsageDaysSchema.parse }),
  staleTime: 0,
});

export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => callApi(apiPaths.billing, { signal, parse: BillingStateSchema.parse }),
});

export const historyQuery = queryOptions({
  queryKey: ['billing-history'],
  queryFn: ({ signal }) =>
    callApi(apiPaths.billingHistory, {
      signal,
      timeoutMs: vendorTimeoutMs,
      // Specification, section 7: anything but a list counts as an empty one.
      parse: (answer) => (Array.isArray(answer) ? PaymentHistorySchema.parse(answer) : []),
    }),
});

/** The amount depends on the current time, so it is never cached. */
export const previewQuery = (planId: string) =>
  queryOptions({
    queryKey: ['billing-preview', planId],
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) =>
      callApi(apiPaths.changePreview(planId), {
        signal,
        timeoutMs: vendorTimeoutMs,
        parse: ChangePreviewSchema.parse,
      }),
  });

export const creditQuery = queryOptions({
  queryKey: ['billing-credit'],
  queryFn: ({ signal }) =>
    callApi(apiPaths.billingCredit, {
      signal,
      timeoutMs: vendorTimeoutMs,
      parse: (answer) => CreditSchema.parse(answer).credit_cents,
    }),
});

function postBilling<T>(path: string, body: unknown, parse: (answer: unknown) => T) {
  return callApi(path, { method: 'POST', body, timeoutMs: vendorTimeoutMs, parse });
}

const link = (answer: unknown) => BillingLinkSchema.parse(answer).url;
const message = (answer: unknown) => BillingMessageSchema.parse(answer).message;

export const openCheckout = (planId: string) => postBilling(apiPaths.checkout, { planId }, link);
export const openPortal = () => postBilling(apiPaths.billingPortal, undefined, link);
export const changePlan = (newPlanId: string) =>
  postBilling(apiPaths.subscriptionUpdate, { newPlanId }, message);
export const cancelSubscription = () => postBilling(apiPaths.subscriptionCancel, undefined, message);
export const resumeSubscription = () => postBilling(apiPaths.subscriptionResume, undefined, message);
export const requestRefund = (paymentIntentId: string) =>
  postBilling(apiPaths.refund, { paymentIntentId }, message);
export const syncBilling = () =>
  postBilling(apiPaths.billingSync, undefined, (answer) => BillingStateSchema.parse(answer));

/** The server's reason, if it is a refusal with a text for the screen. Otherwise the given text. */
export function billingErrorText(error: unknown, other: string): string {
  if (!(error instanceof ApiError) || error.body.code === 'internal') return other;
  return [error.body.error, retryAfterText(error)].filter(Boolean).join(' ');
}

/** The call succeeded, but its response has no usable address. */
export function checkoutErrorText(error: unknown): string {
  if (error instanceof UnexpectedResponseError && error.status === 200)
    return 'URL de checkout não retornada.';
  return billingErrorText(error, 'Erro ao redirecionar para o pagamento.');
}
