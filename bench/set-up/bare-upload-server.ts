/** The reference for uploads: Node's HTTP server pipes the request into a file. */
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

const [, , path = ''] = process.argv;
const server = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(path));
  response.end();
}).listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => process.exit());
