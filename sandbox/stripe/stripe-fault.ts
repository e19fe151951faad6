type FaultBody = { type?: string; code?: string; message: string };

/** An error in Stripe's format, which the SDK converts to one of its error classes. */
export class StripeFault extends Error {
  readonly statusCode: number;
  readonly body: FaultBody;
  constructor(statusCode: number, body: FaultBody) {
    super(body.message);
    this.statusCode = statusCode;
    this.body = { type: 'invalid_request_error', ...body };
  }
}

export const refused = (message: string, code?: string) =>
  new StripeFault(400, { message, ...(code === undefined ? {} : { code }) });

export const missing = (kind: string, id: string) =>
  new StripeFault(404, { code: 'resource_missing', message: `No such ${kind}: '${id}'` });

export const declined = () =>
  new StripeFault(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' });
