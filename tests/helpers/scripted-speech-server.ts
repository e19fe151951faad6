import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnFreePort } from './listen-on-free-port.ts';

export type EngineAnswer = {
  status?: number;
  headers?: Record<string, string>;
  text?: string;
  /** The answer in the shape of whisper.cpp's server: tokens as words, with their probability. */
  tokens?: readonly [token: string, start: number, end: number, probability: number][];
  /** The server sends this text instead of a protocol answer. */
  raw?: string;
  /** Delays the answer until this promise resolves. */
  until?: Promise<unknown> | undefined;
};

/** One call: the hash of its audio, which identifies the chunk, and the status of the answer. */
type Call = { chunk: string; status: number };

/** Hash only the sound: the form's boundary differs each time. */
function soundIn(body: Buffer): string {
  const at = body.indexOf('RIFF');
  const bytes = body.readUInt32LE(at + 4) + 8;
  return createHash('sha256')
    .update(body.subarray(at, at + bytes))
    .digest('hex');
}

/** Starts a speech server with OpenAI's protocol and scripted answers: busy, broken, slow, or a given text. */
export async function startScriptedSpeechServer(answer: (call: number) => EngineAnswer = () => ({})) {
  const calls: Call[] = [];
  let script = answer;
  let begun = 0;
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.end();
    const body = await buffer(request).catch(() => undefined);
    // A killed worker breaks off its call. Without this, the rejection would fail the run.
    if (body === undefined) return void response.destroy();
    const chunk = soundIn(body);
    begun += 1;
    const { status = 200, headers = {}, text = 'Bom dia a todos.', tokens, raw, until } = script(begun);
    await until;
    calls.push({ chunk, status });
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (raw !== undefined) return void response.end(raw);
    const words = tokens?.map(([word, start, end, probability]) => ({ word, start, end, probability }));
    const segments = [
      { id: 0, start: 0.5, end: 2.5, text, avg_logprob: -0.2, ...(words === undefined ? {} : { words }) },
    ];
    const heard = { task: 'transcribe', language: 'portuguese', duration: 3, text, segments };
    response.end(JSON.stringify(status === 200 ? heard : { error: { message: 'not now', type: 'server' } }));
  });
  const { url, [Symbol.asyncDispose]: close } = await listenOnFreePort(server);
  return {
    calls,
    /** Returns the number of received requests, answered or not. */
    begun: () => begun,
    environment: {
      SPEECH_MODEL: 'openai:whisper-1',
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: 'k',
    },
    answerWith: (next: typeof answer) => {
      begun = 0;
      calls.length = 0;
      script = next;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
