import { fork } from 'node:child_process';
import { once } from 'node:events';

export const engineAtOnce = 8;

/** An engine that answers at once or takes `secondsPerMinute`. `environment` configures a product to use it. */
export async function startInstantEngine({ secondsPerMinute = 0 }: { secondsPerMinute?: number } = {}) {
  const atOnce = secondsPerMinute === 0 ? [] : [engineAtOnce];
  const child = fork(
    new URL('instant-speech-server.ts', import.meta.url),
    [secondsPerMinute, ...atOnce].map(String),
  );
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
