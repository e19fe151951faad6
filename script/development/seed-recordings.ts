import type { StoredSegment } from '#domain/transcript/segment.ts';
import type { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';

type Recording = Omit<Partial<typeof transcriptions.$inferInsert>, 'createdAt'> & {
  daysAgo: number;
  sentences?: readonly string[];
};

const minuteMs = 60_000;

const sentences = [
  'Bom dia a todos, vamos começar pela pauta de hoje.',
  'O primeiro ponto é o orçamento do segundo semestre.',
  'A proposta foi enviada por e-mail na quinta-feira passada.',
  'Alguém tem dúvidas sobre os números da planilha?',
  'Eu queria entender melhor o item de manutenção.',
  'Esse valor inclui a troca dos aparelhos de ar-condicionado.',
  'Então o prazo para a entrega continua sendo dia trinta.',
  'Precisamos ouvir também os moradores do bairro.',
  'A reunião com a prefeitura ficou para a semana que vem.',
  'Vou anotar isso como uma decisão da mesa.',
  'Concordo, mas gostaria de registrar uma ressalva.',
  'O contrato atual vence em doze meses, sem renovação automática.',
  'Podemos votar agora ou deixar para depois do intervalo.',
  'Houve três orçamentos, e o segundo é o mais completo.',
  'A equipe técnica recomenda a opção mais simples.',
  'Isso afeta diretamente quem usa a biblioteca à noite.',
];

const lesson = sentences.slice(0, 8);

/** One recording of each kind that the list and the transcription page can show. */
export const recordings: readonly Recording[] = [
  {
    daysAgo: 0,
    fileName: 'entrevista-prefeita.m4a',
    title: 'Entrevista com a prefeita',
    durationMs: 42 * minuteMs,
    sentences,
  },
  {
    daysAgo: 0,
    fileName: 'reuniao.mp3',
    status: 'pending',
    reason: 'waiting_for_turn',
    durationMs: 12 * minuteMs,
    usageState: 'reserved',
  },
  {
    daysAgo: 0,
    fileName: 'podcast-42.wav',
    title: 'Podcast 42: a cidade que dorme cedo',
    status: 'processing',
    durationMs: 55 * minuteMs,
    heardMs: 21 * minuteMs,
    chunksTotal: 6,
    usageState: 'reserved',
  },
  {
    daysAgo: 0,
    fileName: 'aula-inaugural.mp4',
    status: 'pending',
    reason: 'fetching_model',
    durationMs: 90 * minuteMs,
    hasVideo: true,
    usageState: 'reserved',
  },
  {
    daysAgo: 1,
    fileName: 'gravacao-cortada.mp3',
    status: 'error',
    reason: 'unreadable',
    durationMs: 3 * minuteMs,
    usageState: 'returned',
    usageSeconds: 0,
  },
  {
    daysAgo: 1,
    fileName: 'tela-sem-som.mov',
    status: 'error',
    reason: 'no_audio',
    durationMs: 8 * minuteMs,
    hasVideo: true,
    usageState: 'returned',
    usageSeconds: 0,
  },
  {
    daysAgo: 1,
    fileName: 'audiencia.flac',
    title: 'Audiência de conciliação',
    status: 'failed',
    reason: 'retries_spent',
    durationMs: 65 * minuteMs,
    usageState: 'returned',
    usageSeconds: 0,
  },
  {
    daysAgo: 2,
    fileName: 'congresso.mkv',
    status: 'failed',
    reason: 'engine_refused',
    durationMs: 120 * minuteMs,
    usageState: 'returned',
    usageSeconds: 0,
  },
  {
    daysAgo: 2,
    fileName: 'silencio.ogg',
    title: 'Corredor vazio',
    reason: 'nothing_heard',
    durationMs: 2 * minuteMs,
    sentences: [],
  },
  {
    daysAgo: 3,
    fileName: 'limite.mp3',
    title: 'Aula cortada no limite do plano',
    reason: 'cut_at_limit',
    durationMs: 10 * minuteMs,
    sentences: lesson,
  },
  {
    daysAgo: 3,
    fileName: 'a.mp3',
    title:
      'Título muito longo que conta, com todas as vírgulas, do que se falou na assembleia de março sobre a reforma do telhado, do jardim e da portaria',
    durationMs: 33 * minuteMs,
    sentences,
  },
  { daysAgo: 4, fileName: '🎙️ áudio do grupo.opus', durationMs: 4 * minuteMs, sentences: lesson },
  {
    daysAgo: 5,
    fileName: 'interview.mp3',
    title: 'Interview in English',
    language: 'en',
    durationMs: 18 * minuteMs,
    sentences: ['Good morning, thank you for having me.', 'We started the project in two thousand nineteen.'],
  },
  {
    daysAgo: 6,
    fileName: 'filme.mp4',
    title: 'Vídeo de apresentação',
    hasVideo: true,
    durationMs: 6 * minuteMs,
    sentences: lesson,
  },
  ...Array.from(
    { length: 16 },
    (_, at): Recording => ({
      daysAgo: 7 + at * 2,
      fileName: `aula-${String(at + 1).padStart(2, '0')}.m4a`,
      title: at % 3 === 0 ? null : `Aula ${at + 1} de história do Brasil`,
      durationMs: (20 + at * 3) * minuteMs,
      sentences: sentences.slice(at % 8),
    }),
  ),
];

const speakers = ['Ana', 'Bruno', 'Carla', 'Davi'];
const segmentMs = 5_000;
const pauseMs = 300;

/** Returns an hour of a council meeting with four speakers, long enough to scroll, search, play and print. */
export function council() {
  const count = Math.floor((60 * minuteMs) / segmentMs);
  const segments = Array.from({ length: count }, (_, id): StoredSegment => {
    const text = sentences[(id * 7) % sentences.length] ?? '';
    const words = text.split(' ');
    const startMs = id * segmentMs;
    const wordMs = Math.floor((segmentMs - pauseMs) / words.length);
    return {
      id,
      start_ms: startMs,
      end_ms: startMs + segmentMs - pauseMs,
      text,
      speaker: String(Math.floor(id / 3) % speakers.length),
      words: words.map((word, at) => ({
        start_ms: startMs + at * wordMs,
        end_ms: startMs + (at + 1) * wordMs,
        text: word,
        confidence: (id + at) % 23 === 0 ? 0.4 : 0.95,
      })),
    };
  });
  return {
    title: 'Reunião do conselho, quatro vozes',
    fileName: 'conselho.mp3',
    segments,
    speakerNames: Object.fromEntries(speakers.map((name, at) => [String(at), name])),
  };
}
