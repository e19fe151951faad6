type FaultBody = {
  type?: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  charge?: string;
  payment_intent?: unknown;
};

/** A refusal in Stripe's own shape, which its SDK turns into its own errors. */
export class StripeFault extends Error {
  readonly status: number;
  readonly body: FaultBody;
  constructor(status: number, body: FaultBody) {
    super(body.message);
    this.status = status;
    this.body = { type: 'invalid_request_error', ...body };
  }
}

export const missing = (kind: string, id: string, param = 'id') =>
  new StripeFault(param === 'id' ? 404 : 400, {
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });

export const refused = (message: string, more: Omit<FaultBody, 'message'> = {}) =>
  new StripeFault(400, { message, ...more });
