import type { Heard } from './hearing/listen.ts';

const kept = 1_000;

export type Call = Readonly<{
  id: number;
  at: string;
  /** Of audio; the hash is of its samples, and `digits` are the first keys heard: by either a chunk is known again. */
  seconds: number;
  hash: string;
  digits: string;
  text: string;
  language: string | null;
  temperature: number;
  /** What it was answered with; null while it is not, 499 where the client left first. */
  status: number | null;
}>;

type Known = Pick<Call, 'language' | 'temperature'> & { heard: Heard };

const maxDigitsLength = 32;

/** What was asked lately. In memory, and without the audio. */
export function openCalls() {
  let calls: Call[] = [];
  let lastId = 0;
  return {
    add: ({ heard, language, temperature }: Known): number => {
      lastId += 1;
      const keys = heard.segments.filter(({ kind }) => kind === 'keys').flatMap(({ words }) => words);
      const call: Call = {
        id: lastId,
        at: new Date().toISOString(),
        seconds: Math.round(heard.durationMs) / 1_000,
        hash: heard.hash,
        digits: keys
          .map(({ text }) => text)
          .join('')
          .slice(0, maxDigitsLength),
        text: heard.segments.map(({ text }) => text).join(' '),
        language,
        temperature,
        status: null,
      };
      calls = [call, ...calls].slice(0, kept);
      return lastId;
    },
    answered: (id: number, status: number) => {
      calls = calls.map((call) => (call.id === id ? { ...call, status } : call));
    },
    /** The newest first. */
    list: (): readonly Call[] => calls,
    clear: () => {
      calls = [];
    },
  };
}
export type SpeechCalls = ReturnType<typeof openCalls>;
