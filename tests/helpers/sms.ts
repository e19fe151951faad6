import { z } from 'zod';

const SmsSchema = z.object({ id: z.string(), to: z.string(), text: z.string(), sentAt: z.string() });

const waitMs = 10_000;
const pauseMs = 50;

export async function waitForSms(sandboxUrl: string, to: string) {
  const deadline = Date.now() + waitMs;
  while (Date.now() < deadline) {
    const answer = await fetch(`${sandboxUrl}/sms/messages?to=${encodeURIComponent(to)}`);
    const [message] = z.array(SmsSchema).parse(await answer.json());
    if (message !== undefined) return message;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`no message to ${to} arrived within ${waitMs} ms`);
}
