import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Transcription } from '#contract/transcription.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { voicePieces } from '#server/adapters/db/schema/voices.ts';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { findVoices } from '#server/features/transcriptions/voices/find-voices.ts';
import { jobContext } from '#tests/helpers/job-context.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { workLines } from '#tests/helpers/work-lines.ts';
import { speakDialogue, standInModels } from '#tests/speech/tones.ts';

/** The whole product with the stand-ins of both models, which find words and voices in the same sound. */

let product: TestProduct;
let user: TestUser;
beforeAll(async () => {
  product = await startTestProduct({ SPEECH_MODEL: `local:${standInModels}`, SPEAKER_MODELS: standInModels });
  user = await signedInUser(product);
}, 60_000);
afterAll(() => product.close());

type Turns = Parameters<typeof speakDialogue>[0];

const interview: Turns = [
  [0, 'Bom dia, tudo bem com a senhora?'],
  [1, 'Tudo bem, e com o senhor?'],
  [0, 'A reunião é sobre o contrato da casa.'],
  [1, 'Sim.'],
  [2, 'O contrato está aqui na mesa.'],
  [0, 'Então vamos ler o contrato agora.'],
  [1, 'Vamos ler tudo com calma.'],
  [2, 'Eu leio a primeira parte.'],
];

async function upload(turns: Turns, fields: Record<string, string> = {}) {
  const { pcm, words } = speakDialogue(turns);
  return { id: await uploadRecording(product, user.token, encodeWav(pcm), fields), words };
}

async function heardWith(id: string, isRight: (job: Transcription) => void): Promise<Transcription> {
  return vi.waitFor(
    async () => {
      const job = await readJob(product, user.token, id);
      isRight(job);
      return job;
    },
    { timeout: 30_000, interval: 50 },
  );
}

const withVoices = (id: string) => heardWith(id, ({ voices }) => expect(voices.state).toBe('done'));

const spokenTurns = ({ segments }: Transcription) =>
  segments.reduce<[string, string][]>((turns, { speaker = '-', text }) => {
    const last = turns.at(-1);
    if (last?.[0] === speaker) last[1] += ` ${text}`;
    else turns.push([speaker, text]);
    return turns;
  }, []);

const put = (id: string, voices: unknown) =>
  user.call(`/transcribe/${id}/voices`, { method: 'PUT', body: { voices } });

async function restate(id: string, voices: number | null): Promise<Transcription> {
  expect((await put(id, voices)).status).toBe(202);
  return withVoices(id);
}

const edit = async (id: string, change: Record<string, unknown>) => {
  const { revision } = await readJob(product, user.token, id);
  const body = { revision, changes: [], ...change };
  expect((await user.call(`/transcribe/${id}/text`, { method: 'PATCH', body })).status).toBe(200);
};

const piecesOf = (id: string) =>
  product.deps.db.select().from(voicePieces).where(eq(voicePieces.transcriptionId, id));

const speakersOf = ({ segments }: Transcription) => [...new Set(segments.map(({ speaker }) => speaker))];

test('the text of a conversation of three gets the voice of each turn', async () => {
  const { id } = await upload(interview);
  const job = await withVoices(id);
  expect(spokenTurns(job)).toEqual(interview.map(([voice, text]) => ['ABC'[voice], text]));
  expect(job.status).toBe('completed');
  const lines = () => workLines(product.logged()).filter(({ work }) => work === 'voices');
  await vi.waitFor(() => expect(lines()).toHaveLength(2));
  const { durationMs } = (await product.deps.db.select().from(transcriptions))[0] ?? {};
  const subject = { transcriptionId: id, soundSeconds: (durationMs ?? 0) / 1_000 };
  expect(lines()).toMatchObject([
    { ...subject, msg: 'work began', engine: expect.stringContaining('onnx') },
    { ...subject, msg: 'work ended', outcome: 'done' },
  ]);
});

test('the number of voices stated with the upload is obeyed', async () => {
  const { id } = await upload(interview, { voices: '2' });
  const job = await withVoices(id);
  expect(job.voices.stated).toBe(2);
  expect(speakersOf(job)).toHaveLength(2);
});

test('another number uses the kept embeddings, and a name stays with its voice', async () => {
  const { id } = await upload(interview);
  await withVoices(id);
  await edit(id, { speaker_names: { B: 'Dona Marta' } });
  const pieces = await piecesOf(id);
  expect(pieces).toHaveLength(1);
  // Another search in the sound would fail: its playback copy is away.
  const [row] = await product.deps.db.select().from(transcriptions).where(eq(transcriptions.id, id));
  await product.deps.storage.remove(row?.audioKey ?? '');

  expect(speakersOf(await restate(id, 2))).toHaveLength(2);
  const three = await restate(id, 3);
  expect(spokenTurns(three).map(([speaker]) => speaker)).toEqual(['A', 'B', 'A', 'B', 'C', 'A', 'B', 'C']);
  expect(three.speaker_names).toEqual({ B: 'Dona Marta' });
  expect(speakersOf(await restate(id, 1))).toEqual([undefined]);
  expect(spokenTurns(await restate(id, null)).map(([speaker]) => speaker)).toHaveLength(8);
  expect(await piecesOf(id)).toEqual(pieces);
});

test('eight stated voices of a recording of two give no more turns than there are', async () => {
  const { id } = await upload(
    interview.filter(([voice]) => voice < 2),
    { voices: '8' },
  );
  const job = await withVoices(id);
  expect(speakersOf(job).length).toBeLessThanOrEqual(3);
  expect(job.text).toContain('Bom dia, tudo bem com a senhora?');
});

test('a turn that a person assigned stays, whatever number is stated', async () => {
  const { id } = await upload(interview);
  const { segments } = await withVoices(id);
  const own = segments.find(({ text }) => text.startsWith('O contrato está'))?.id ?? -1;
  await edit(id, { changes: [{ id: own, speaker: 'A' }], speaker_names: { A: 'Ana' } });
  for (const voices of [2, 3, null]) {
    const job = await restate(id, voices);
    expect(job.segments.find((segment) => segment.id === own)).toMatchObject({
      speaker: 'A',
      assigned: true,
    });
    expect(job.segments.map(({ id: each }) => each)).toEqual(segments.map(({ id: each }) => each));
  }
});

test('an edit that was made before the voices were known merges with them', async () => {
  const { id } = await upload(interview);
  const first = await withVoices(id);
  await edit(id, { changes: [{ id: 0, text: 'Boa noite.' }] });
  const job = await restate(id, 2);
  expect(job.revision).toBe(first.revision + 2);
  expect(job.segments[0]?.text).toBe('Boa noite.');
});

test.each([
  [
    'one voice',
    [
      [0, 'Bom dia a todos.'],
      [0, 'A reunião é sobre o contrato da casa.'],
    ],
  ],
  ['one word', [[0, 'Sim.']]],
] satisfies [string, Turns][])('a recording of %s has no labels', async (_name, turns) => {
  const { id } = await upload(turns);
  const job = await withVoices(id);
  expect(speakersOf(job)).toEqual([undefined]);
  expect(job.text).toBe(turns.map(([, text]) => text).join(' '));
});

test('a silent recording has neither text nor voices', async () => {
  const id = await uploadRecording(product, user.token, encodeWav(new Int16Array(16_000 * 3)));
  const job = await heardWith(id, ({ status }) => expect(status).toBe('completed'));
  expect(job).toMatchObject({ reason: 'nothing_heard', voices: { state: 'done' } });
});

test('a number outside of 1 to 8 is refused in Portuguese', async () => {
  const { id } = await upload([[0, 'Sim.']]);
  await withVoices(id);
  for (const voices of [0, 9, 2.5, 'muitas']) {
    const answer = await put(id, voices);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).not.toMatch(/expected|invalid input/i);
  }
});

test('embeddings are deleted with the recording', async () => {
  const { id } = await upload(interview);
  await withVoices(id);
  expect(await piecesOf(id)).toHaveLength(1);
  await user.call('/transcriptions/delete', { method: 'POST', body: { ids: [id] } });
  expect(await piecesOf(id)).toEqual([]);
});

test('without its sound a search that failed for good leaves the text as it is', async () => {
  const { id } = await upload(interview);
  const job = await withVoices(id);
  const { db, storage } = product.deps;
  const [row] = await db.select().from(transcriptions).where(eq(transcriptions.id, id));
  await storage.remove(row?.audioKey ?? '');
  await db.delete(voicePieces).where(eq(voicePieces.transcriptionId, id));
  await db.update(transcriptions).set({ voicesState: 'waiting' }).where(eq(transcriptions.id, id));
  const search = (isLastTry: boolean) =>
    findVoices(product.deps, { transcriptionId: id }, jobContext({ isLastTry }));
  await expect(search(false)).rejects.toThrow();
  expect(await search(true)).toBe('failed');
  expect(await readJob(product, user.token, id)).toEqual({
    ...job,
    voices: { state: 'failed', stated: null },
  });
});
