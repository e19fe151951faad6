/**
 * A speech server with OpenAI's protocol, in its own process. It answers immediately or after a fixed time,
 * so that the benchmarks measure only the product's own time.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

export const engineAtOnce = 8;

/**
 * `environment` connects a product to the engine. Without `secondsPerMinute`, the engine has no limit of
 * parallel calls.
 */
export async function startInstantEngine({ secondsPerMinute = 0 }: { secondsPerMinute?: number } = {}) {
  const concurrency = secondsPerMinute === 0 ? Number.POSITIVE_INFINITY : engineAtOnce;
  const child = fork(fileURLToPath(import.meta.url), [String(secondsPerMinute), String(concurrency)]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    environment: {
      SPEECH_MODEL: 'openai:whisper-1',
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_API_KEY: 'bench',
      SPEECH_PARALLEL: String(engineAtOnce),
    },
    [Symbol.dispose]: () => child.disconnect(),
  };
}

const bytesPerSecond = 32_000;
const wordsInSegment = 10;
const wordSeconds = 0.4;
const vocabulary =
  'a aula de hoje fala da energia que cada reação pede e devolve aos poucos quando um corpo passa por outro sem parar na prova do mês então ninguém precisa ter medo porque'.split(
    ' ',
  );
/** No ten words repeat, because the product retries a chunk when an engine repeats itself. */
const wordAt = (at: number) => vocabulary[((at * 7_919 + (at % 1_013) ** 2) >>> 2) % vocabulary.length] ?? '';

/** Returns 150 words a minute, the pace of speech, each with its time. */
function transcriptOf(seconds: number) {
  const words = Array.from({ length: Math.max(1, Math.floor(seconds / wordSeconds)) }, (_, at) => ({
    word: wordAt(at),
    start: at * wordSeconds,
    end: Math.min(seconds, (at + 0.9) * wordSeconds),
  }));
  const segments = Array.from({ length: Math.ceil(words.length / wordsInSegment) }, (_, id) => {
    const segmentWords = words.slice(id * wordsInSegment, (id + 1) * wordsInSegment);
    const text = ` ${segmentWords.map(({ word }) => word).join(' ')}.`;
    return {
      id,
      start: segmentWords[0]?.start ?? 0,
      end: segmentWords.at(-1)?.end ?? seconds,
      text,
      avg_logprob: -0.2,
    };
  });
  const text = segments.map((segment) => segment.text.trim()).join(' ');
  return { task: 'transcribe', language: 'portuguese', duration: seconds, text, segments, words };
}

function serve(secondsPerMinute: number, concurrency: number) {
  let busy = 0;
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
      if (busy >= concurrency) return answer(429, { error: { message: 'busy', type: 'server' } });
      busy += 1;
      const seconds = bytes / bytesPerSecond;
      setTimeout(
        () => {
          busy -= 1;
          answer(200, transcriptOf(seconds));
        },
        (seconds / 60) * secondsPerMinute * 1_000,
      );
    });
  }).listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.once('disconnect', () => process.exit());
}

const [, , secondsPerMinute, atOnce] = process.argv;
if (import.meta.main) serve(Number(secondsPerMinute), Number(atOnce));
