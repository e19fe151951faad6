/** A speech server by OpenAI's protocol that has its answer ready: what is left is the product's own time. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const bytesPerSecond = 32_000;
const [, , secondsPerMinute = '0', atOnce = '1000'] = process.argv;
let busy = 0;

const heard = (seconds: number) => ({
  task: 'transcribe',
  language: 'portuguese',
  duration: seconds,
  text: 'Bom dia a todos.',
  segments: [
    { id: 0, start: 0, end: Math.max(0.5, seconds - 0.5), text: 'Bom dia a todos.', avg_logprob: -0.2 },
  ],
});

const server = createServer((request, response) => {
  let bytes = 0;
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
  });
  request.on('end', () => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' });
      response.end(JSON.stringify(body));
    };
    if (busy >= Number(atOnce)) return answer(429, { error: { message: 'busy', type: 'server' } });
    busy += 1;
    const seconds = bytes / bytesPerSecond;
    setTimeout(
      () => {
        busy -= 1;
        answer(200, heard(seconds));
      },
      (seconds / 60) * Number(secondsPerMinute) * 1_000,
    );
  });
}).listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => process.exit());
