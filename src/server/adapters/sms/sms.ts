import type { Config } from '../../config/config.ts';
import { SafeMessageError } from '../../errors/safe-message-error.ts';

const maxWaitMs = 10_000;

export class SmsError extends SafeMessageError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SmsError';
  }
}

export type Sms = Readonly<{ send: (message: { to: string; text: string }) => Promise<void> }>;

/** Any service, or a few lines in front of one, that takes a POST of {"to", "text"}. Undefined: none is configured. */
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
      // Followed, most redirections become a GET, whose 200 would pass for a message that was sent.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimitMs),
    });
  }

  return {
    async send(message) {
      const body = JSON.stringify(message);
      let answer: Response;
      try {
        // Once more where the line broke before an answer: a second message with the same code harms nobody.
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
