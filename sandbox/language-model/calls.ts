const kept = 500;

export type Call = Readonly<{
  id: number;
  at: string;
  model: string;
  isStream: boolean;
  system: string;
  text: string;
  answer: string;
  /** What it was answered with; null while it is not, 499 where the client left first. */
  status: number | null;
}>;

/** What was asked lately, with its words: only in memory, and only on this machine. */
export function openCalls() {
  let calls: Call[] = [];
  let lastId = 0;
  return {
    add: (known: Pick<Call, 'model' | 'isStream' | 'system' | 'text'>): number => {
      lastId += 1;
      calls = [
        { id: lastId, at: new Date().toISOString(), ...known, answer: '', status: null },
        ...calls,
      ].slice(0, kept);
      return lastId;
    },
    answered: (id: number, status: number, answer = '') => {
      calls = calls.map((call) => (call.id === id ? { ...call, status, answer } : call));
    },
    /** The newest first. */
    list: (): readonly Call[] => calls,
    clear: () => {
      calls = [];
    },
  };
}
export type LanguageCalls = ReturnType<typeof openCalls>;
