import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';

/** The operating system then notices a machine that vanished, even if it sends nothing for an hour. */
const keepAliveMs = 30_000;

/**
 * A fetch without time limits. The one of Node ends a call after 300 seconds without a header, and Ollama sends its
 * headers with the first word of the answer.
 */
export const patientFetch: typeof fetch = (input, { method, headers, body, signal } = {}) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: method ?? 'GET',
        headers: Object.fromEntries(new Headers(headers)),
        ...(signal ? { signal } : {}),
      },
      (answer) => {
        const given = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
        resolve(
          new Response(Readable.toWeb(answer), {
            status: answer.statusCode ?? 500,
            headers: Object.fromEntries(given),
          }),
        );
      },
    );
    sent.once('socket', (socket) => socket.setKeepAlive(true, keepAliveMs));
    sent.once('error', reject);
    sent.end(typeof body === 'string' ? body : undefined);
  });
};
