import { Agent, type IncomingMessage, request } from 'node:http';

type Asked = { url: string; headers?: Record<string, string>; atOnce: number; seconds: number };

/** Asks again and again over connections that stay open: how many answers a second, and how long 99 of 100 took at most. */
export async function manyRequests({ url, headers = {}, atOnce, seconds }: Asked) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const tookMs: number[] = [];
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { agent, headers }, (answer: IncomingMessage) => {
        if (answer.statusCode !== 200) return reject(new Error(`${url} answered with ${answer.statusCode}`));
        answer.resume().once('end', resolve);
      });
      sent.once('error', reject).end();
    });
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  const askOn = async () => {
    while (performance.now() < endMs) {
      const askedMs = performance.now();
      await ask();
      tookMs.push(performance.now() - askedMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, askOn));
  agent.destroy();
  const sorted = tookMs.sort((one, other) => one - other);
  return {
    aSecond: (tookMs.length * 1_000) / (performance.now() - startedMs),
    p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0,
  };
}
