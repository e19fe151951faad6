import { expect, test } from 'vitest';
import type { RunningState } from '#web/features/library/running-texts.ts';
import { transcribingText } from './transcribing-text.ts';

const job = (status: RunningState['status'], percent = 0): RunningState => ({
  status,
  progress: { percent, seconds_left: null },
  reason_text: null,
});

test.each<[RunningState[], string | undefined]>([
  [[], undefined],
  [[job('deleted')], undefined],
  [[job('pending')], '1 arquivo na fila'],
  [[job('processing', 27.6)], 'Ouvindo 27%'],
  [[job('processing', 50), job('pending')], 'Ouvindo 2 arquivos · 25%'],
  [[job('processing', 50), job('completed', 100)], 'Ouvindo 50% · 1 transcrição pronta'],
  [[job('completed', 100), job('completed', 100)], '2 transcrições prontas'],
  [[job('failed'), job('error')], '2 com erro'],
])('%j is "%s"', (jobs, text) => expect(transcribingText(jobs)).toBe(text));
