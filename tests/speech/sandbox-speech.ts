import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Call } from '#sandbox/speech/audio-transcriptions.ts';
import type { BehaviourSchema } from '#sandbox/speech/behaviour.ts';
import { startSandbox } from '#sandbox/start.ts';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { openCloudEngine } from '#server/adapters/speech/cloud/cloud-engine.ts';

type SpeechRequest = {
  file?: Uint8Array<ArrayBuffer> | undefined;
  key?: string | undefined;
  fields?: [string, string][];
  signal?: AbortSignal;
};

/** Starts only the sandbox's speech server, and returns calls as its clients send them. */
export async function startSandboxSpeech() {
  const folder = await mkdtemp(join(tmpdir(), 'escriba-speech-'));
  const sandbox = await startSandbox({ httpPort: 0, smtpPort: 0, parts: ['speech'], stateDir: folder });
  const url = `${sandbox.httpUrl}/speech`;
  return {
    url,
    sandboxUrl: sandbox.httpUrl,
    engine: (more: { timeLimitMs?: number } = {}) =>
      openCloudEngine({
        vendor: 'openai',
        model: 'sandbox-speech',
        apiKey: 'chave',
        baseUrl: `${url}/v1`,
        ...more,
      }),
    ask: ({ file, key = 'chave', fields = [], signal }: SpeechRequest) => {
      const body = new FormData();
      const given = fields.some(([name]) => name === 'model')
        ? fields
        : [['model', 'sandbox-speech'], ...fields];
      for (const [name = '', value = ''] of given) body.append(name, value);
      if (file !== undefined) body.append('file', new File([file], 'audio'));
      const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
      return fetch(`${url}/v1/audio/transcriptions`, {
        method: 'POST',
        body,
        headers,
        signal: signal ?? null,
      });
    },
    behave: async (behaviour: z.input<typeof BehaviourSchema>) =>
      fetch(`${url}/behaviour`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(behaviour),
      }),
    calls: async () => (await fetch(`${url}/calls`)).json() as Promise<Call[]>,
    clearCalls: () => fetch(`${url}/calls`, { method: 'DELETE' }),
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const wavFile = (pcm: Int16Array, rateHz = 16_000) => new Uint8Array(encodeWav(pcm, rateHz));
