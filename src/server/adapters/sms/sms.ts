import type { Config } from '#server/config/config.ts';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';

const maxWaitMs = 10_000;

export class SmsError extends SafeMessageError {}

export type Sms = Readonly<{ send: (message: { to: string; text: string }) => Promise<void> }>;

/** Works with any service (or a small proxy) that accepts a POST of {"to", "text"}. Undefined if none is configured. */
export function openSms(setting: Config['sms'], { timeLimitMs = maxWaitMs } = {}): Sms | undefined {
  if (setting === undefined) return undefined;
  const { url, token } = setting;

  async function post(body: string): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body,
      // Most redirects turn the POST into a GET, whose 200 would look like a sent message.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimitMs),
    });
  }

  return {
    async send(message) {
      const body = JSON.stringify(message);
      let answer: Response;
      try {
        // One retry if the connection broke before an answer: a duplicate of the same code is harmless.
        answer = await post(body).catch((error: unknown) => {
          if (error instanceof Error && error.name === 'TimeoutError') throw error;
          return post(body);
        });
      } catch (error) {
        throw new SmsError('the SMS service did not answer', { cause: error });
      }
      await answer.body?.cancel();
      if (!answer.ok) throw new SmsError(`the SMS service answered ${answer.status}`);
    },
  };
}
