import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect, vi } from 'vitest';
import { DashboardSchema } from '#contract/dashboard.ts';
import { ListChangeEventSchema, TranscriptionPageSchema } from '#contract/transcription-list.ts';
import { openEventStream } from '#tests/helpers/event-stream.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { s3Environment, startS3Server } from '#tests/helpers/s3-server.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { expectSpokenWords } from '#tests/speech/expect-words.ts';
import { type Answer, modelServer } from '#tests/speech/local-model.ts';
import { wavFile } from '#tests/speech/sandbox-speech.ts';
import { defaultModel, servingModel, standInFiles } from '#tests/speech/stand-in-model.ts';
import { speakTones } from '#tests/speech/tones.ts';

/** A web process and a worker on two machines: they share the database and the storage, and no folder. */

const patiently = { timeout: 30_000, interval: 50 };
const megabyte = 1_000_000;
const ballast = randomBytes(6 * megabyte);
const files = new Map(standInFiles).set('ballast.bin', ballast);

/** Sends the last file by the megabyte. */
function byMegabytes() {
  const opened = Promise.withResolvers<ServerResponse>();
  let at = 0;
  const answer: Answer = (request, response) => {
    if (request.url?.endsWith('ballast.bin') !== true) return servingModel()(request, response);
    response.writeHead(200, { 'content-length': ballast.length });
    opened.resolve(response);
  };
  return {
    answer,
    send: async (megabytes: number) => {
      const response = await opened.promise;
      const end = at + megabytes * megabyte;
      response.write(ballast.subarray(at, end));
      at = end;
      if (at === ballast.length) response.end();
    },
  };
}

async function startMachines(answer: Answer) {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const s3 = await startS3Server(folder.path);
  stack.defer(() => s3.stop());
  const server = stack.use(await modelServer(answer));
  const shared = {
    ...s3Environment(s3),
    SESSION_SECRET: 'x'.repeat(40),
    SPEECH_MODEL: 'local:parakeet',
    MODELS_URL: server.url,
  };
  const speechModels = [defaultModel(files)];
  const web = stack.use(await startTestProduct({ ...shared, ROLES: 'web' }, { speechModels }));
  const DATABASE_URL = web.config.database.url;
  stack.use(await startTestProduct({ ...shared, DATABASE_URL, ROLES: 'worker' }, { speechModels }));
  const owned = stack.move();
  return { web, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const textWith = (megabytes: number) =>
  `Baixando o modelo de fala: ${megabytes} de 6 MB. Sua transcrição começa em seguida.`;

longTest(
  'a person follows the fetch of the model on another machine, and the recording starts by itself',
  async () => {
    const line = byMegabytes();
    await using machines = await startMachines(line.answer);
    const { web } = machines;
    const { token, userId } = await signedInUser(web);
    const call = async (path: string) => {
      const answer = await fetch(`${web.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
      return answer.json();
    };
    await line.send(2);
    const said = speakTones(['Bom dia, tudo bem?']);
    const id = await uploadRecording(web, token, wavFile(said.pcm));
    const waiting = { reason_text: textWith(2), progress: { percent: 35, seconds_left: null } };
    await vi.waitFor(async () => expect(await readJob(web, token, id)).toMatchObject(waiting), patiently);
    const { items } = TranscriptionPageSchema.parse(await call('/transcriptions'));
    expect(items).toMatchObject([waiting]);
    expect(DashboardSchema.parse(await call('/dashboard')).unfinished).toMatchObject([waiting]);

    // No job looks at these rows, so only the worker's own message can change them.
    const reason = 'fetching_model' as const;
    const unseen = await insertTranscription(web.deps, { userId, status: 'pending', reason });
    const busy = await insertTranscription(web.deps, { userId, status: 'pending', reason: 'engine_busy' });
    const stream = await openEventStream({ url: `${web.url}/api/transcriptions/events`, token });
    const changes = (of: string) =>
      stream.events
        .map(({ data }) => ListChangeEventSchema.parse(data))
        .filter(({ job_id }) => job_id === of);
    const page = await openEventStream({ url: `${web.url}/api/transcribe/${unseen}/events`, token });
    await line.send(1);
    await vi.waitFor(() => expect(changes(unseen).at(-1)?.reason_text).toBe(textWith(3)), patiently);
    await line.send(1);
    await vi.waitFor(() => expect(changes(unseen).at(-1)?.reason_text).toBe(textWith(4)), patiently);
    await vi.waitFor(
      () => expect(page.events.at(-1)?.data).toMatchObject({ percent: 67, reason_text: textWith(4) }),
      patiently,
    );
    expect(changes(busy).map(({ progress }) => progress.percent)).toEqual([0]);

    await line.send(2);
    await vi.waitFor(async () => {
      const job = await readJob(web, token, id);
      expect(job.status).toBe('completed');
      expectSpokenWords(job, said.words);
    }, patiently);
    const states = changes(id).map(({ status }) => status);
    expect(states.indexOf('processing')).toBeGreaterThan(states.lastIndexOf('pending'));
    stream.close();
    page.close();
  },
  90_000,
);

longTest(
  'waiting recordings hear of a fast fetch at most once a second',
  async () => {
    const line = byMegabytes();
    await using machines = await startMachines(line.answer);
    const { web } = machines;
    const { token, userId } = await signedInUser(web);
    const id = await insertTranscription(web.deps, { userId, status: 'pending', reason: 'fetching_model' });
    const stream = await openEventStream({ url: `${web.url}/api/transcribe/${id}/events`, token });
    for (let sent = 0; sent < 5; sent += 1) {
      const before = stream.events.length;
      await line.send(1);
      await vi.waitFor(() => expect(stream.events.length).toBeGreaterThan(before), patiently);
    }
    const times = stream.events.slice(2).map(({ atMs }) => atMs);
    const gaps = times.slice(1).map((atMs, at) => atMs - (times[at] ?? 0));
    expect(gaps.length).toBeGreaterThan(1);
    // The stream reads at intervals of 250 ms.
    for (const gapMs of gaps) expect(gapMs).toBeGreaterThan(700);
    stream.close();
  },
  60_000,
);
