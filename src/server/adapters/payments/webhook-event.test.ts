import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { MalformedEventError, readEvent } from './webhook-event.ts';

const stripe = new Stripe('sk_test_1');
const secret = 'whsec_1';
const receivedAt = new Date('2026-11-23T12:00:00.000Z');
const event = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: {} } });

/** Reads an event that Stripe signed this many seconds after the server received it. */
function readSigned(payload: string, secondsLater = 0) {
  const timestamp = receivedAt.getTime() / 1_000 + secondsLater;
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return readEvent(stripe, { secret, body: Buffer.from(payload), signature, receivedAt });
}

test.each([-300, 0, 300])('an event signed %i s after its receipt is valid', (seconds) => {
  expect(readSigned(event, seconds)).toMatchObject({ id: 'evt_1', type: 'invoice.paid' });
});

test.each([-301, 301])('an event signed %i s after its receipt is refused', (seconds) => {
  expect(() => readSigned(event, seconds)).toThrow(expect.objectContaining({ code: 'webhook_refused' }));
});

test('the refusal of invalid JSON keeps the error of the parser', () => {
  let cause: unknown;
  try {
    readSigned('{"id": ');
  } catch (error) {
    cause = (error as Error).cause;
  }
  expect(cause).toBeInstanceOf(MalformedEventError);
  expect((cause as Error).cause).toBeInstanceOf(SyntaxError);
});
