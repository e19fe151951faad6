import { expect } from 'vitest';
import { freePort } from '#tests/helpers/free-port.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { startProcess, waitUntilReady } from './start-process.ts';

longTest(
  'the server process loads the dictionary at the first question, and its thread does not delay the stop',
  async () => {
    await using observer = await startTestProduct({ ROLES: 'web', SESSION_SECRET: 'x'.repeat(40) });
    const me = await signedInUser(observer);
    const id = await insertTranscription(observer.deps, { userId: me.userId }, ['o Kubernetes caiu']);

    await using folder = await temporaryFolder();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const environment = {
      NODE_ENV: 'production',
      EMBEDDED: 'true',
      ROLES: 'web',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: observer.url,
      DATA_DIR: folder.path,
      DATABASE_URL: observer.config.database.url,
      SESSION_SECRET: 'x'.repeat(40),
      SMTP_URL: observer.config.mail.smtpUrl,
      SPEECH_MODEL: 'openai:whisper-1',
      OPENAI_API_KEY: 'k',
      DISK_RESERVE_BYTES: '0',
    };
    await using server = startProcess(environment, 'src/server/main.ts');
    await waitUntilReady(url, server);
    const answer = await fetch(`${url}/api/transcribe/${id}/unfamiliar-words`, {
      headers: { authorization: `Bearer ${me.token}` },
    });
    expect(await answer.json()).toEqual({ words: ['kubernetes'], revision: 1 });
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, signal: null });
  },
  90_000,
);
