import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
