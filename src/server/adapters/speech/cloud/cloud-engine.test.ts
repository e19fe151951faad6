import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SpeechVendor } from '#server/config/speech.ts';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import type { Chunk } from '../engine.ts';
import { openCloudEngine } from './cloud-engine.ts';

type VendorRequest = { path: string; key: string | undefined; body: string };
type Reply = {
  status?: number;
  until?: Promise<void>;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  hang?: boolean;
};

/** A fake vendor with programmable replies that records the requests. */
async function vendorServer(replies: (request: VendorRequest) => Reply) {
  const requests: VendorRequest[] = [];
  const listener = async (request: IncomingMessage, answer: ServerResponse) => {
    const body = (await buffer(request)).toString('latin1');
    const each = { path: request.url ?? '', key: request.headers.authorization, body };
    requests.push(each);
    const { status = 200, headers = {}, json, text, until, hang = false } = replies(each);
    if (hang) return;
    await until;
    answer.writeHead(status, { 'content-type': 'application/json', ...headers });
    answer.end(text ?? JSON.stringify(json));
  };
  const server = createServer((request, answer) => void listener(request, answer));
  const { url, ...listening } = await listenOnFreePort(server);
  const open = (vendor: SpeechVendor, model: string, more: { timeLimitMs?: number } = {}) =>
    openCloudEngine({
      vendor,
      model,
      apiKey: 'chave-secreta',
      baseUrl: vendor === 'openai' ? `${url}/v1` : url,
      ...more,
    });
  return { ...listening, requests, open };
}

const chunk = (changes: Partial<Chunk> = {}): Chunk => ({
  pcm: new Int16Array(160_000),
  startMs: 60_000,
  language: 'pt',
  attempt: 'normal',
  ...changes,
});
const field = (body: string, name: string) =>
  [...body.matchAll(new RegExp(`name="${name.replace(/[[\]]/g, '\\$&')}"\r\n\r\n([^\r]*)\r\n`, 'g'))].map(
    ([, value]) => value,
  );

const verbose = {
  text: 'Olá mundo. Até logo.',
  language: 'portuguese',
  duration: 10,
  segments: [
    { start: 0.5, end: 2, text: ' Olá mundo.', avg_logprob: -0.1 },
    { start: 8, end: 12.5, text: ' Até logo.' },
  ],
  words: [
    { word: 'Olá', start: 0.5, end: 1 },
    { word: 'mundo.', start: 1, end: 2 },
    { word: 'Até', start: 8, end: 9 },
    { word: 'logo.', start: 9, end: 12.5 },
  ],
};

test('openai: the engine sends WAV, and shifts the times of segments and words to those of the file', async () => {
  await using vendor = await vendorServer(() => ({ json: verbose }));
  const { segments, language } = await vendor.open('openai', 'whisper-1').transcribe(chunk());
  expect(language).toBe('pt');
  expect(segments).toMatchObject([
    { startMs: 60_500, endMs: 62_000, text: 'Olá mundo.', words: [{ text: 'Olá' }, { text: 'mundo.' }] },
    { startMs: 68_000, endMs: 70_000, text: 'Até logo.', words: [{ startMs: 68_000 }, { endMs: 70_000 }] },
  ]);
  expect(segments[0]?.confidence).toBeCloseTo(0.905, 2);
  const [{ path, key, body } = { path: '', key: '', body: '' }] = vendor.requests;
  expect([path, key]).toEqual(['/v1/audio/transcriptions', 'Bearer chave-secreta']);
  expect(field(body, 'language')).toEqual(['pt']);
  expect(field(body, 'timestamp_granularities[]')).toEqual(['segment', 'word']);
  expect(body).toContain('RIFF');
  expect(body.length).toBeGreaterThan(320_000);
});

const noSpaceAfterSentence = [
  { word: ' Bom', start: 0, end: 0.5 },
  { word: ' dia.', start: 0.5, end: 1.9 },
  { word: 'Vamos', start: 2, end: 2.5 },
  { word: ' lá', start: 2.5, end: 3 },
  { word: '.', start: 4.1, end: 4.1 },
  { word: ' São', start: 4.2, end: 4.4 },
  { word: ' 3', start: 4.4, end: 4.6 },
  { word: '.', start: 4.6, end: 4.7 },
  { word: '5', start: 4.7, end: 4.9 },
];
const bounds = [
  { start: 0, end: 2, text: ' Bom dia.' },
  { start: 2, end: 4, text: 'Vamos lá.' },
  { start: 4, end: 5, text: ' São 3.5' },
];
// Without a segment that ends between them, only the end of the sentence parts the words.
const oneSegment = [{ start: 0, end: 5, text: ' Bom dia.Vamos lá. São 3.5' }];

test.each([
  [
    'in another segment',
    bounds,
    [
      ['Bom', 'dia.'],
      ['Vamos', 'lá.'],
      ['São', '3.5'],
    ],
  ],
  ['in the same segment', oneSegment, [['Bom', 'dia.', 'Vamos', 'lá.', 'São', '3.5']]],
  [
    'without segments',
    undefined,
    [
      ['Bom', 'dia.'],
      ['Vamos', 'lá.'],
      ['São', '3.5'],
    ],
  ],
])('openai: a sentence without a space before it begins a new word %s', async (_, segments, expected) => {
  const words = noSpaceAfterSentence;
  await using vendor = await vendorServer(() => ({ json: { ...verbose, segments, words } }));
  const heard = await vendor.open('openai', 'whisper-1').transcribe(chunk());
  expect(heard.segments.map((each) => each.words?.map(({ text }) => text))).toEqual(expected);
});

test('openai: a segment that begins after a word without punctuation begins a new word', async () => {
  const segments = [
    { start: 0, end: 1, text: ' Bom dia' },
    { start: 1, end: 2, text: 'pessoal' },
  ];
  const words = [
    { word: ' Bom', start: 0, end: 0.5 },
    { word: ' dia', start: 0.5, end: 1 },
    { word: 'pessoal', start: 1, end: 2 },
  ];
  await using vendor = await vendorServer(() => ({ json: { ...verbose, segments, words } }));
  const heard = await vendor.open('openai', 'whisper-1').transcribe(chunk());
  expect(heard.segments.map((each) => each.words?.map(({ text }) => text))).toEqual([
    ['Bom', 'dia'],
    ['pessoal'],
  ]);
});

test('openai: the language auto is omitted, and a careful attempt raises the temperature', async () => {
  await using vendor = await vendorServer(() => ({ json: verbose }));
  await vendor.open('openai', 'whisper-1').transcribe(chunk({ language: 'auto', attempt: 'careful' }));
  const { body = '' } = vendor.requests[0] ?? {};
  expect([field(body, 'language'), field(body, 'temperature')]).toEqual([[], ['0.4']]);
});

test('openai: the engine retries once without word timestamps, and remembers that the server lacks them', async () => {
  await using vendor = await vendorServer(({ body }) =>
    field(body, 'timestamp_granularities[]').includes('word')
      ? { status: 400, json: { error: { message: 'unknown granularity' } } }
      : { json: { ...verbose, words: undefined } },
  );
  const engine = vendor.open('openai', 'whisper-large-v3');
  expect((await engine.transcribe(chunk())).segments).toHaveLength(2);
  await engine.transcribe(chunk());
  expect(vendor.requests).toHaveLength(3);
});

test('openai: words without timestamps share the whole chunk if no voice is known', async () => {
  await using vendor = await vendorServer(() => ({ json: { text: 'Só o texto.' } }));
  const engine = vendor.open('openai', 'gpt-4o-transcribe');
  expect((await engine.transcribe(chunk())).segments).toEqual([
    {
      startMs: 60_000,
      endMs: 70_000,
      text: 'Só o texto.',
      estimated: true,
      words: [
        { text: 'Só', startMs: 60_000, endMs: 62_500 },
        { text: 'o', startMs: 62_500, endMs: 64_167 },
        { text: 'texto.', startMs: 64_167, endMs: 70_000 },
      ],
    },
  ]);
  expect(engine.limits.maxMs).toBeLessThanOrEqual(60_000);
});

test('silence yields an empty transcript', async () => {
  await using vendor = await vendorServer(() => ({ json: { text: '', segments: [], words: [] } }));
  expect((await vendor.open('openai', 'whisper-1').transcribe(chunk())).segments).toEqual([]);
});

test('assemblyai: the engine uploads, submits and polls, and groups words into sentences per speaker', async () => {
  const word = (text: string, start: number, speaker: string) => ({
    text,
    start,
    end: start + 300,
    confidence: 0.9,
    speaker,
  });
  await using vendor = await vendorServer(({ path }) => {
    if (path === '/v2/upload') return { json: { upload_url: 'https://elsewhere.example/a' } };
    if (path === '/v2/transcript') return { json: { id: 't1', status: 'queued' } };
    return {
      json: {
        id: 't1',
        status: 'completed',
        text: 'Bom dia. Tudo bem?',
        language_code: 'pt',
        words: [
          word('Bom', 0, 'A'),
          word('dia.', 400, 'A'),
          word('Tudo', 900, 'B'),
          word('bem?', 1_300, 'B'),
        ],
      },
    };
  });
  const { segments } = await vendor.open('assemblyai', 'best').transcribe(chunk());
  expect(segments).toMatchObject([
    { startMs: 60_000, endMs: 60_700, text: 'Bom dia.', speaker: 'A', confidence: 0.9 },
    { startMs: 60_900, endMs: 61_600, text: 'Tudo bem?', speaker: 'B' },
  ]);
  expect(JSON.parse(vendor.requests[1]?.body ?? '')).toMatchObject({
    language_code: 'pt',
    speaker_labels: true,
  });
});

test('deepgram: segments use punctuated words and number speakers from one', async () => {
  const words = [
    { word: 'bom', punctuated_word: 'Bom', start: 0.1, end: 0.4, confidence: 0.8, speaker: 0 },
    { word: 'dia', punctuated_word: 'dia.', start: 0.5, end: 0.9, confidence: 1, speaker: 0 },
  ];
  const results = { channels: [{ alternatives: [{ transcript: 'Bom dia.', words }] }] };
  await using vendor = await vendorServer(() => ({ json: { metadata: { duration: 10 }, results } }));
  const { segments } = await vendor.open('deepgram', 'nova-3').transcribe(chunk());
  expect(segments).toMatchObject([
    { startMs: 60_100, endMs: 60_900, text: 'Bom dia.', speaker: '1', confidence: 0.9 },
  ]);
  expect(vendor.requests[0]?.path).toMatch(/^\/v1\/listen\?.*model=nova-3/);
  expect(vendor.requests[0]?.path).toContain('language=pt');
});

test.each<[string, Reply, object]>([
  [
    '429 with a delay',
    { status: 429, headers: { 'retry-after': '7' }, json: {} },
    { kind: 'busy', retryAfterMs: 7_000 },
  ],
  ['429 without one', { status: 429, json: {} }, { kind: 'busy', retryAfterMs: undefined }],
  [
    '429 of an account without credit',
    { status: 429, json: { error: { code: 'insufficient_quota', message: 'no credit' } } },
    { kind: 'unauthorized' },
  ],
  ['500', { status: 500, json: {} }, { kind: 'temporary' }],
  ['503 with a page', { status: 503, text: '<html>' }, { kind: 'temporary' }],
  ['401', { status: 401, json: {} }, { kind: 'unauthorized' }],
  ['402', { status: 402, json: {} }, { kind: 'unauthorized' }],
  ['413', { status: 413, json: {} }, { kind: 'too_big' }],
  ['an HTML page', { text: '<html>login</html>' }, { kind: 'nonsense' }],
  ['JSON of the wrong shape', { json: { hello: 1 } }, { kind: 'nonsense' }],
])('the engine maps %s to an error kind and does not retry', async (_what, reply, fault) => {
  await using vendor = await vendorServer(() => reply);
  await expect(vendor.open('openai', 'gpt-4o-transcribe').transcribe(chunk())).rejects.toMatchObject(fault);
  expect(vendor.requests).toHaveLength(1);
});

test('the engine aborts a hanging server at the time limit, and an aborted chunk at once', async () => {
  await using vendor = await vendorServer(() => ({ hang: true }));
  const engine = vendor.open('openai', 'whisper-1', { timeLimitMs: 300 });
  await expect(engine.transcribe(chunk())).rejects.toMatchObject({ kind: 'temporary' });
  const cancelling = new AbortController();
  const running = engine.transcribe(chunk({ signal: cancelling.signal }));
  cancelling.abort();
  await expect(running).rejects.toMatchObject({ kind: 'aborted' });
});

test('an unreachable vendor is a temporary error, and no message contains the key', async () => {
  const engine = openCloudEngine({
    vendor: 'openai',
    model: 'whisper-1',
    apiKey: 'chave-secreta',
    baseUrl: 'http://127.0.0.1:9/v1',
  });
  const fault = await engine.transcribe(chunk()).catch((error: Error) => error);
  expect(fault).toMatchObject({ kind: 'temporary' });
  expect(String(fault)).not.toContain('chave-secreta');
});

test("concurrent recordings share the engine's limit of parallel calls", async () => {
  const gate = Promise.withResolvers<void>();
  await using vendor = await vendorServer(() => ({ json: verbose, until: gate.promise }));
  const engine = vendor.open('openai', 'whisper-1');
  const { parallel } = engine.limits;
  const all = Array.from({ length: parallel + 3 }, () => engine.transcribe(chunk()));
  await expect.poll(() => vendor.requests.length).toBe(parallel);
  // Any excess call would have arrived by now: an answered call takes a few milliseconds here.
  await delay(100);
  expect(vendor.requests).toHaveLength(parallel);
  gate.resolve();
  await Promise.all(all);
  expect(vendor.requests).toHaveLength(parallel + 3);
});

test('the engine pads a chunk that is too short and does not send an empty one', async () => {
  await using vendor = await vendorServer(() => ({ json: { text: '', segments: [] } }));
  const engine = vendor.open('openai', 'whisper-1');
  expect(await engine.transcribe(chunk({ pcm: new Int16Array(0) }))).toEqual({ segments: [] });
  expect(vendor.requests).toHaveLength(0);
  await engine.transcribe(chunk({ pcm: new Int16Array(800) }));
  expect(vendor.requests[0]?.body.length).toBeGreaterThan(32_000);
});

test('a refusal unrelated to word timestamps keeps them enabled for the next chunk', async () => {
  const answers: Reply[] = [
    { status: 400, json: { error: { message: 'broken audio' } } },
    { status: 400, json: { error: { message: 'broken audio' } } },
  ];
  await using vendor = await vendorServer(() => answers.shift() ?? { json: verbose });
  const engine = vendor.open('openai', 'whisper-1');
  await expect(engine.transcribe(chunk())).rejects.toMatchObject({ kind: 'refused' });
  await engine.transcribe(chunk());
  expect(field(vendor.requests[2]?.body ?? '', 'timestamp_granularities[]')).toEqual(['segment', 'word']);
});
