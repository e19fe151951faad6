import { request } from 'node:http';
import { text } from 'node:stream/consumers';

type Held = { method: string; headers: Record<string, string>; first: Uint8Array };

/** A request whose body stops half way until a test sends the rest, as on a line that has no hurry. */
export function heldRequest(url: string, { method, headers, first }: Held) {
  const line = request(url, { method, headers });
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    line.once('error', reject);
    line.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
  });
  // Told to whoever waits for it.
  answer.catch(() => undefined);
  line.write(first);
  return { answer, end: (rest: Uint8Array) => line.end(rest) };
}
