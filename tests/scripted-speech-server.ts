import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type EngineAnswer = {
  status?: number;
  headers?: Record<string, string>;
  text?: string;
  /** Said in the place of an answer by the protocol. */
  raw?: string;
  /** Holds the answer back until then. */
  until?: Promise<unknown> | undefined;
};

/** The audio of one call, by which the same chunk is known again, and what was answered. */
type Call = { chunk: string; status: number };

async function bodyOf(request: IncomingMessage) {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The boundary of a form differs each time; the sound within it does not. */
function soundIn(body: Buffer): string {
  const at = body.indexOf('RIFF');
  const bytes = body.readUInt32LE(at + 4) + 8;
  return createHash('sha256')
    .update(body.subarray(at, at + bytes))
    .digest('hex');
}

/** A speech server by OpenAI's protocol that answers as a test says: busy, broken, slow, or with the text it wants. */
export async function startScriptedSpeechServer(answer: (call: number) => EngineAnswer = () => ({})) {
  const calls: Call[] = [];
  let script = answer;
  let begun = 0;
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.end();
    const chunk = soundIn(await bodyOf(request));
    begun += 1;
    const { status = 200, headers = {}, text = 'Bom dia a todos.', raw, until } = script(begun);
    await until;
    calls.push({ chunk, status });
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (raw !== undefined) return void response.end(raw);
    const segments = [{ id: 0, start: 0.5, end: 2.5, text, avg_logprob: -0.2 }];
    const heard = { task: 'transcribe', language: 'portuguese', duration: 3, text, segments };
    response.end(JSON.stringify(status === 200 ? heard : { error: { message: 'not now', type: 'server' } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return {
    calls,
    /** Requests that came, answered or not. */
    begun: () => begun,
    environment: {
      SPEECH_MODEL: 'openai:whisper-1',
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
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
