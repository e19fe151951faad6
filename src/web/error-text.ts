import type { ErrorCode } from '#contract/errors.ts';
import { NetworkError, RefusedError, UnexpectedAnswerError } from './api-client.ts';

/** What the person can do about it; the text itself comes from the server, in Portuguese. */
export type WayOut = 'correct' | 'sign_in' | 'retry' | 'wait' | 'none';

const waysOut = {
  invalid_input: 'correct',
  unauthenticated: 'sign_in',
  forbidden: 'none',
  not_found: 'none',
  conflict: 'correct',
  payload_too_large: 'correct',
  unsupported_media_type: 'correct',
  too_many_requests: 'wait',
  database_unavailable: 'retry',
  shutting_down: 'retry',
  internal: 'retry',
  wrong_credentials: 'correct',
  wrong_password: 'correct',
  email_unconfirmed: 'none',
  email_taken: 'sign_in',
  password_too_short: 'correct',
  token_invalid: 'sign_in',
  password_weak: 'correct',
  password_leaked: 'correct',
  password_unset: 'none',
  current_password_required: 'correct',
  account_not_found: 'correct',
  access_token_expired: 'retry',
  second_factor_required: 'sign_in',
  google_unavailable: 'retry',
  code_wrong: 'correct',
  challenge_over: 'retry',
  factor_exists: 'correct',
  too_many_factors: 'none',
  sms_not_sent: 'retry',
  upload_out_of_step: 'retry',
  upload_in_use: 'retry',
  upload_unfinished: 'retry',
  too_many_uploads: 'correct',
  file_missing: 'correct',
  file_empty: 'correct',
  file_unreadable: 'correct',
  format_invalid: 'correct',
  audio_missing: 'correct',
  file_too_long: 'correct',
  quota_spent: 'none',
  storage_unavailable: 'retry',
  storage_full: 'wait',
  text_changed_elsewhere: 'retry',
  plan_required: 'none',
  payments_off: 'none',
  payments_unavailable: 'retry',
  payment_declined: 'correct',
  payment_pending: 'correct',
  already_subscribed: 'retry',
  no_subscription: 'none',
  same_plan: 'none',
  plan_not_for_sale: 'none',
  payment_not_found: 'none',
  refund_too_late: 'none',
  already_refunded: 'none',
  billing_busy: 'retry',
  webhook_refused: 'none',
  nothing_to_summarize: 'none',
  summaries_off: 'none',
  summary_failed: 'retry',
  summary_running: 'wait',
  too_many_prompts: 'correct',
  too_many_streams: 'wait',
} satisfies Record<ErrorCode, WayOut>;

/** Only where the fault is ours: the code then helps support to find it. */
const reportedCodes: ReadonlySet<ErrorCode> = new Set(['internal']);

export type ErrorText = { text: string; wayOut: WayOut; requestId?: string };

const noConnection = 'Erro de conexão. Verifique sua internet e tente novamente.';
const unknownFault = 'Algo deu errado do nosso lado. Tente novamente em alguns instantes.';

export function describeError(error: unknown): ErrorText {
  if (error instanceof RefusedError) {
    const { code, error: text, requestId } = error.body;
    return { text, wayOut: waysOut[code], ...(reportedCodes.has(code) ? { requestId } : {}) };
  }
  if (error instanceof NetworkError) return { text: noConnection, wayOut: 'retry' };
  if (error instanceof UnexpectedAnswerError && error.requestId !== undefined) {
    return { text: unknownFault, wayOut: 'retry', requestId: error.requestId };
  }
  return { text: unknownFault, wayOut: 'retry' };
}
