import { expect, test } from 'vitest';
import {
  type Chunk,
  durationOfPcmMs,
  type Segment,
  type SpeechEngine,
  SpeechError,
  speechSampleRateHz,
  type Transcript,
} from '#server/adapters/speech/engine.ts';
import { transcribeChunk } from './transcribe-chunk.ts';

/** Engines that a test scripts, because no model here drifts on demand. Real ones: http/routes/transcribe-drift.test.ts. */

const chunkStartMs = 60_000;

type Answers = (chunk: Chunk) => Transcript;
type Asked = { attempt: string; language: string; startMs: number; endMs: number };

function scripted(answer: Answers, second?: SpeechEngine) {
  const asked: Asked[] = [];
  const engine: SpeechEngine = {
    name: 'scripted',
    label: 'Scripted',
    languages: [],
    limits: { targetMs: 60_000, maxMs: 120_000, parallel: 1 },
    transcribe: async (chunk: Chunk) => {
      const { attempt, language, startMs, pcm } = chunk;
      asked.push({ attempt, language, startMs, endMs: startMs + durationOfPcmMs(pcm) });
      return answer(chunk);
    },
    secondEngine: () => second,
    readiness: () => ({ state: 'ready' }),
    prepare: async () => undefined,
    close: async () => undefined,
  };
  return { engine, asked };
}

const segment = (from: number, to: number, text: string, otherLanguage?: string): Segment => ({
  startMs: chunkStartMs + from,
  endMs: chunkStartMs + to,
  text,
  ...(otherLanguage === undefined ? {} : { otherLanguage }),
});

const drifted: readonly Segment[] = [
  segment(1_000, 4_000, 'Bom dia a todos.'),
  segment(5_000, 8_000, 'So the people went there.', 'en'),
  segment(8_500, 11_000, 'And they saw it.', 'en'),
  segment(14_000, 17_000, 'Foi isso que aconteceu.'),
];

const hear = (engine: SpeechEngine, { isSilent = false } = {}) =>
  transcribeChunk(engine, {
    pcm: new Int16Array(20 * speechSampleRateHz),
    startMs: chunkStartMs,
    language: 'pt',
    isSilent: () => isSilent,
    signal: new AbortController().signal,
  });

const textsOf = ({ segments }: Awaited<ReturnType<typeof hear>>) =>
  segments.map(({ text, warning }) => (warning === undefined ? text : `${warning}: ${text}`));

const kept = [
  'Bom dia a todos.',
  'other_language: So the people went there.',
  'other_language: And they saw it.',
  'Foi isso que aconteceu.',
];

test('a chunk in another language is heard again in another way, and the better text counts', async () => {
  const better = [segment(1_000, 17_000, 'Bom dia a todos, as pessoas foram lá e viram.')];
  const { engine, asked } = scripted(({ attempt }) => ({
    segments: attempt === 'careful' ? better : drifted,
  }));
  expect(textsOf(await hear(engine))).toEqual(['Bom dia a todos, as pessoas foram lá e viram.']);
  expect(asked.map(({ attempt }) => attempt)).toEqual(['normal', 'careful']);
});

test.each<[string, Segment[]]>([
  ['leaves the sentences out', [drifted[0], drifted[3]].filter((each) => each !== undefined)],
  ['is empty', []],
])('the text stays when the answer to the other cut %s', async (_, segments) => {
  const { engine } = scripted(({ attempt }) => ({ segments: attempt === 'careful' ? segments : drifted }));
  expect(textsOf(await hear(engine))).toEqual(kept);
});

test('the second engine hears only the stretch between the segments beside it, without a language', async () => {
  const second = scripted(() => ({
    language: 'pt',
    segments: [segment(5_000, 11_000, 'As pessoas foram lá e viram.')],
  }));
  const first = scripted(() => ({ segments: drifted }), second.engine);
  const answer = await hear(first.engine);
  expect(textsOf(answer)).toEqual([
    'Bom dia a todos.',
    'As pessoas foram lá e viram.',
    'Foi isso que aconteceu.',
  ]);
  expect(answer.segments.map(({ id }) => id)).toEqual([0, 1, 2]);
  expect(second.asked).toEqual([
    { attempt: 'normal', language: 'auto', startMs: chunkStartMs + 4_000, endMs: chunkStartMs + 14_000 },
  ]);
});

test.each<[string, Answers]>([
  [
    'hears the other language too',
    () => ({ language: 'en', segments: [segment(5_000, 11_000, 'A guest.')] }),
  ],
  ['hears only a word', () => ({ language: 'pt', segments: [segment(5_000, 11_000, 'Tá.')] })],
  [
    'invents a phrase over silence',
    () => ({
      language: 'pt',
      segments: [
        segment(5_000, 8_000, 'Obrigado por assistir!'),
        segment(8_000, 11_000, 'Obrigado por assistir!'),
      ],
    }),
  ],
  ['hears no words', () => ({ language: 'pt', segments: [segment(5_000, 5_500, ' ')] })],
  [
    'fails',
    () => {
      throw new SpeechError('crashed', 'the speech process ended');
    },
  ],
])('what remains keeps its text and gets a warning when the second engine %s', async (_, answer) => {
  const { engine } = scripted(() => ({ segments: drifted }), scripted(answer).engine);
  expect(textsOf(await hear(engine, { isSilent: true }))).toEqual(kept);
});

test('what remains gets a warning on a machine without a second engine', async () => {
  expect(textsOf(await hear(scripted(() => ({ segments: drifted })).engine))).toEqual(kept);
});
