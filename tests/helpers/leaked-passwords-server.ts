import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { listenOnFreePort } from './listen-on-free-port.ts';

/** This password satisfies every rule and is not in the built-in list, so only the service reports it as leaked. */
export const leakedPassword = 'Tigre-no-sotao-4';

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

/** Implements the range protocol of Have I Been Pwned and knows one leaked password. */
export async function startLeakedPasswordsServer() {
  const leaked = sha1(leakedPassword);
  const server = createServer((request, answer) => {
    const prefix = request.url?.split('/').at(-1) ?? '';
    const lines = [`${sha1(prefix).slice(5)}:0`];
    if (leaked.startsWith(prefix)) lines.push(`${leaked.slice(5)}:83129`);
    answer.end(lines.join('\r\n'));
  });
  const { url, [Symbol.asyncDispose]: close } = await listenOnFreePort(server);
  return { url, close };
}
