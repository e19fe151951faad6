import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import './gallery.css';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { createListeners } from '#web/browser/listeners.ts';
import type { PlaybackClock } from '#web/features/transcription/player/create-player.ts';
import { TextTools } from '#web/features/transcription/text/text-tools.tsx';
import { TextBars, TranscriptText } from '#web/features/transcription/text/transcript-text.tsx';
import { useTranscriptView } from '#web/features/transcription/text/use-transcript-view.ts';
import { PersonList } from '#web/features/transcription/voices/person-list.tsx';
import { usePersonList } from '#web/features/transcription/voices/use-person-list.ts';
import { Button } from '#web/ui/button.tsx';
import { Toaster } from '#web/ui/toast.tsx';

/** The transcript alone, with a clock instead of a player: `?segments=1500&speakers=2&running`. */
const asked = new URLSearchParams(location.search);

const sentences = [
  'Bom dia, turma. Hoje a gente vai falar sobre a conservação da energia em sistemas isolados.',
  'Antes de começar, alguém lembra o que vimos na aula passada sobre trabalho e potência?',
  'Isso mesmo.',
  'A energia não se perde nem se cria: ela só muda de forma, e é essa conta que precisa fechar no fim.',
  'Vamos pegar um exemplo simples: uma bola que cai de dez metros de altura, sem resistência do ar.',
  'No alto ela tem energia potencial; embaixo, toda essa energia virou movimento.',
];

function segmentOf(id: number, atMs: number): StoredSegment {
  const text = sentences[id % sentences.length] ?? '';
  const speakers = Number(asked.get('speakers') ?? 0);
  let wordAtMs = atMs;
  const words = text.split(' ').map((word, at) => {
    const start_ms = wordAtMs;
    wordAtMs += word.length * 65 + 60;
    return { start_ms, end_ms: wordAtMs - 40, text: word, confidence: (id * 7 + at) % 23 === 5 ? 0.4 : 0.95 };
  });
  return {
    id,
    start_ms: atMs,
    end_ms: wordAtMs,
    text,
    words,
    ...(speakers > 0 && { speaker: `speaker_${Math.floor(id / 3) % speakers}` }),
    ...(id === 4 && { warning: 'loop' as const }),
    ...(id === 9 && { warning: 'invented' as const }),
    ...(id === 12 && { warning: 'other_language' as const }),
  };
}

function segmentsOf(count: number): StoredSegment[] {
  let atMs = 0;
  return Array.from({ length: count }, (_, id) => {
    const segment = segmentOf(id, atMs);
    atMs = segment.end_ms + 250;
    return segment;
  });
}

function createClock() {
  const listeners = createListeners();
  const cues = createListeners();
  let [fromMs, begunAt, isPlaying] = [0, 0, false];
  const currentMs = () => (isPlaying ? fromMs + performance.now() - begunAt : fromMs);
  const notifyListeners = () => {
    listeners.notify();
    cues.notify();
  };
  const clock: PlaybackClock = {
    subscribe: listeners.subscribe,
    onCue: cues.subscribe,
    currentMs,
    isPlaying: () => isPlaying,
  };
  return {
    clock,
    seek(ms: number) {
      [fromMs, begunAt] = [ms, performance.now()];
      notifyListeners();
    },
    toggle() {
      [fromMs, begunAt] = [currentMs(), performance.now()];
      isPlaying = !isPlaying;
      notifyListeners();
    },
  };
}

const { clock, seek, toggle } = createClock();
const speakerNames = {};

function Page() {
  const isRunning = asked.has('running');
  const [segments, setSegments] = useState(() => segmentsOf(Number(asked.get('segments') ?? 40)));
  const [isCollapsed, setCollapsed] = useState(asked.has('collapsed'));
  const [soughtMs, setSoughtMs] = useState<number>();
  const server = useMemo(
    () => ({ segments, speakerNames, revision: isRunning ? 0 : 1 }),
    [segments, isRunning],
  );
  const view = useTranscriptView({
    jobId: '8f7a9d52-6b1c-4e55-9a39-0d9f0f4f2c11',
    server,
    editable: !isRunning,
    hasTimes: true,
    searched: undefined,
    parts: [],
  });
  const people = usePersonList({ view, player: undefined });
  return (
    <main className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)] gap-4 px-5 py-8 sm:px-8">
      <h1 className="text-xl font-semibold">Texto de uma transcrição</h1>
      <div className="flex flex-wrap gap-2">
        <Button onClick={toggle}>Tocar ou parar</Button>
        <Button variant="secondary" onClick={() => setCollapsed(!isCollapsed)}>
          Abrir ou fechar
        </Button>
        <Button variant="secondary" onClick={view.toggleSentenceTimes}>
          Tempos em cada frase
        </Button>
        <Button variant="secondary" onClick={() => setSegments(segmentsOf(segments.length + 1))}>
          Mais um trecho
        </Button>
        <output data-testid="sought">{soughtMs}</output>
      </div>
      <div className="sticky top-0 z-10 bg-paper" data-covers-text="top">
        <div className="flex flex-wrap items-center gap-2">
          <TextTools view={view} />
        </div>
        <TextBars view={view} />
      </div>
      <TranscriptText
        view={view}
        clock={clock}
        onSeek={(ms) => {
          setSoughtMs(ms);
          seek(ms);
        }}
        isCollapsed={isCollapsed}
        onName={people.openAtName}
        margin={() => null}
        footer="Transcrito com Escriba — plano gratuito"
      />
      <PersonList list={people} usedBefore={[]} hasKeyboard />
      <Toaster />
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  );
