import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { ReadySchema } from '#contract/health.ts';
import { bytesOf } from '#server/adapters/speech/local/models.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { expectSpokenWords } from '#tests/speech/expect-words.ts';
import { type Answer, modelServer, serving, status } from '#tests/speech/local-model.ts';
import { wavFile } from '#tests/speech/sandbox-speech.ts';
import { defaultModel, servingModel, standInFiles } from '#tests/speech/stand-in-model.ts';
import { speakTones } from '#tests/speech/tones.ts';

/** The whole product whose worker fetches the default model from the moment it starts. */

const patiently = { timeout: 60_000, interval: 50 };
const model = defaultModel();
const encoder = standInFiles.get('encoder.onnx') ?? Buffer.alloc(0);

async function startProduct(answer: Answer, environment: NodeJS.ProcessEnv = {}) {
  const folder = await temporaryFolder();
  const server = await modelServer(answer);
  const product = await startTestProduct(
    { SPEECH_MODEL: 'local:parakeet', MODELS_URL: server.url, DATA_DIR: folder.path, ...environment },
    { speechModels: [model] },
  );
  const messages = () =>
    product
      .logged()
      .split('\n')
      .filter((line) => line !== '')
      .map((line): string => JSON.parse(line).msg);
  return {
    product,
    server,
    messages,
    logsOf: (text: string) => messages().filter((message) => message?.includes(text)),
    speechPart: async () => {
      const answer = await fetch(`${product.url}/health/ready`);
      expect(answer.status).toBe(200);
      return ReadySchema.parse(await answer.json()).parts.speech;
    },
    transcribe: async () => {
      const { token } = await signedInUser(product);
      const said = speakTones(['Bom dia, tudo bem?']);
      const id = await uploadRecording(product, token, wavFile(said.pcm));
      const read = () => readJob(product, token, id);
      return {
        read,
        finished: () =>
          vi.waitFor(async () => {
            const job = await read();
            expect(job.status).toBe('completed');
            expectSpokenWords(job, said.words);
          }, patiently),
      };
    },
    [Symbol.asyncDispose]: async () => {
      await product.close();
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Sends the encoder in the given ways, one for each request, and holds each one until `next`. */
function encoderIn(...answers: Answer[]) {
  const held: (() => void)[] = [];
  const answer: Answer = (request, response) => {
    if (request.url?.endsWith('encoder.onnx') !== true) return servingModel()(request, response);
    const answerNow = answers.shift() ?? serving(encoder);
    held.push(() => answerNow(request, response));
  };
  const next = () => vi.waitFor(() => expect(held.length).toBe(1), patiently).then(() => held.shift()?.());
  return { answer, next };
}

function withWrongByte(content: Buffer) {
  const wrong = Buffer.from(content);
  wrong.writeUInt8(wrong.readUInt8(wrong.length - 1) ^ 1, wrong.length - 1);
  return wrong;
}

test('a worker fetches its model at the start, through two broken lines and a wrong byte, and a waiting recording becomes text', async () => {
  const cutAfter = Math.floor(encoder.length / 3);
  const wrong = withWrongByte(encoder);
  const line = encoderIn(serving(wrong, { cutAfter }), serving(wrong, { cutAfter }), serving(wrong));
  await using here = await startProduct(line.answer);
  await vi.waitFor(() => expect(here.server.requests).toHaveLength(standInFiles.size), patiently);
  const totalBytes = bytesOf(model);
  expect(await here.speechPart()).toEqual({
    ready: false,
    reason: expect.stringContaining('fetching the speech model'),
    done_bytes: totalBytes - encoder.length,
    total_bytes: totalBytes,
  });
  const recording = await here.transcribe();
  await vi.waitFor(async () => expect((await recording.read()).reason).toBe('fetching_model'), patiently);
  const { reason_text, progress } = await recording.read();
  expect(reason_text).toMatch(
    /^Baixando o modelo de fala: \d+ de \d+ MB\. Sua transcrição começa em seguida\.$/,
  );
  expect(progress.percent).toBe(Math.floor((100 * (totalBytes - encoder.length)) / totalBytes));
  for (let sent = 0; sent < 4; sent += 1) await line.next();
  await recording.finished();
  expect(await here.speechPart()).toBeUndefined();
  expect(here.logsOf('arrived damaged')).toHaveLength(1);
  expect(here.logsOf('fetching the speech model Parakeet')[0]).toMatch(/Parakeet: \d+ of \d+ MB$/);
  expect(here.logsOf('left').length).toBeGreaterThan(0);
  expect(here.logsOf('speech model ready')).toHaveLength(1);
}, 60_000);

test('a model that arrives damaged twice is named for the operator, and a later recording fetches it again', async () => {
  let isDamaged = true;
  await using here = await startProduct((request, response) =>
    servingModel(
      isDamaged ? new Map(standInFiles).set('encoder.onnx', withWrongByte(encoder)) : standInFiles,
    )(request, response),
  );
  const reason = 'the speech model arrives damaged: check MODELS_URL and any proxy';
  await vi.waitFor(
    async () =>
      expect(await here.speechPart()).toEqual({ ready: false, reason: expect.stringContaining(reason) }),
    patiently,
  );
  expect(here.logsOf(reason)).toHaveLength(1);
  isDamaged = false;
  await (await here.transcribe()).finished();
  expect(await here.speechPart()).toBeUndefined();
}, 60_000);

longTest(
  'a person reads of a download only once a byte of the model has arrived',
  async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await using here = await startProduct((...call) => void promise.then(() => servingModel()(...call)));
    const recording = await here.transcribe();
    await vi.waitFor(async () => expect((await recording.read()).reason).toBe('fetching_model'), patiently);
    expect((await recording.read()).reason_text).toBe(
      'Esperando o modelo de fala. Sua transcrição começa quando ele chegar.',
    );
    release();
    await recording.finished();
  },
  60_000,
);

test('a refusing server is named without its address', async () => {
  await using here = await startProduct(status(403));
  await vi.waitFor(
    async () =>
      expect((await here.speechPart())?.reason).toBe(
        'the server of the speech model refuses to send it: check MODELS_URL, the next recording tries again',
      ),
    patiently,
  );
  expect(here.logsOf('refuses to send it')).toHaveLength(1);
  expect(here.product.logged()).toContain('answered 403');
});

test('a process without the worker fetches nothing', async () => {
  await using here = await startProduct(servingModel(), { ROLES: 'web' });
  expect(await here.speechPart()).toBeUndefined();
  expect(here.server.requests).toEqual([]);
});

longTest(
  'a worker takes its model from the folder of MODELS_URL, also if the files come after the start',
  async () => {
    await using stick = await temporaryFolder({ name: 'pen drive à mão' });
    await using here = await startProduct(status(404), { MODELS_URL: pathToFileURL(stick.path).href });
    await vi.waitFor(
      async () =>
        expect((await here.speechPart())?.reason).toBe(
          'the folder of MODELS_URL lacks the speech model or cannot be read: copy the model there, or run script/models fetch --from FOLDER; the next recording tries again',
        ),
      patiently,
    );
    await mkdir(join(stick.path, 'stand-in'));
    for (const [name, content] of standInFiles) await writeFile(join(stick.path, 'stand-in', name), content);
    await (await here.transcribe()).finished();
    expect(await here.speechPart()).toBeUndefined();
    expect(here.server.requests).toEqual([]);
  },
  60_000,
);
