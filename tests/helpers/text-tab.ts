import type { TextEdit } from '#contract/transcript.ts';
import type { ServerText } from '#web/features/transcription/text/api.ts';
import type { SaveError } from '#web/features/transcription/text/save-loop.ts';
import type { TextDraft } from '#web/features/transcription/text/text-draft.ts';
import { withSpoken } from '#web/features/transcription/text/text-speakers.ts';
import { createTextStore } from '#web/features/transcription/text/text-store.ts';
import { spokenSegments } from './stored-transcriptions.ts';

class Fault extends Error {
  readonly fault: SaveError;
  constructor(fault: SaveError) {
    super();
    this.fault = fault;
  }
}

/** An in-memory server that refuses an outdated revision, as the contract says. */
export function openServer(texts = ['bom dia', 'turma', 'hoje não'], speakers: readonly string[] = []) {
  const segments = spokenSegments(texts).map((segment, at) =>
    withSpoken(segment, { speaker: speakers[at] ?? null, assigned: false }),
  );
  let kept: ServerText = { segments, speakerNames: {}, revision: 1 };
  const sent: TextEdit[] = [];
  let fault: SaveError | undefined;
  let losesAnswer = false;
  const write = (edit: TextEdit) => {
    const changes = new Map(edit.changes.map((change) => [change.id, change]));
    const segments = kept.segments.map((each) => {
      const { text = each.text, speaker, assigned = true } = changes.get(each.id) ?? {};
      const said = { ...each, text };
      return speaker === undefined ? said : withSpoken(said, { speaker, assigned });
    });
    const present = new Set(segments.map(({ speaker }) => speaker));
    const names = Object.entries(edit.speaker_names ?? kept.speakerNames);
    kept = {
      segments,
      speakerNames: Object.fromEntries(
        names.filter(([speaker, name]) => name !== '' && present.has(speaker)),
      ),
      revision: kept.revision + 1,
    };
  };
  return {
    sent,
    text: () => kept.segments.map(({ text }) => text),
    speakers: () => kept.segments.map(({ speaker }) => speaker ?? null),
    kept: () => kept,
    write: (id: number, text: string) => write({ revision: kept.revision, changes: [{ id, text }] }),
    failWith(next: SaveError | undefined) {
      fault = next;
    },
    loseNextAnswer() {
      losesAnswer = true;
    },
    async send(edit: TextEdit) {
      sent.push(edit);
      if (fault !== undefined) throw new Fault(fault);
      if (edit.revision !== kept.revision) throw new Fault('changed_elsewhere');
      write(edit);
      const isLost = losesAnswer;
      losesAnswer = false;
      if (isLost) throw new Fault('offline');
      return kept.revision;
    },
    async read() {
      if (fault !== undefined) throw new Fault(fault);
      return kept;
    },
  };
}

export function openTab(server: ReturnType<typeof openServer>, draft: { kept?: TextDraft } = {}) {
  const store = createTextStore({
    server: server.kept(),
    draft: {
      read: () => draft.kept,
      write: (next) => {
        draft.kept = next;
      },
    },
    send: server.send,
    read: server.read,
    toSaveError: (error) => (error as Fault).fault,
    nowMs: () => Date.now(),
  });
  store.begin();
  return {
    store,
    draft,
    text: () => store.segments().map(({ text }) => text),
    speakers: () => store.segments().map(({ speaker }) => speaker ?? null),
  };
}
