import { expect, test } from 'vitest';
import { spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import type { ServerText } from '../text/api.ts';
import { createTextStore } from '../text/text-store.ts';
import { followText } from './followed-text.ts';

function world() {
  let server: ServerText = {
    segments: spokenSegments(['bom dia', 'o senhor Kovalski']),
    speakerNames: {},
    revision: 1,
  };
  const keep = (segments: ServerText['segments']) => {
    server = { ...server, segments, revision: server.revision + 1 };
    return server;
  };
  const withText = (changes: readonly { id: number; text?: string | undefined }[]) =>
    server.segments.map((each) => ({
      ...each,
      text: changes.find(({ id }) => id === each.id)?.text ?? each.text,
    }));
  const store = createTextStore({
    server,
    draft: { read: () => undefined, write: () => undefined },
    async send({ changes }) {
      return keep(withText(changes)).revision;
    },
    read: async () => server,
    toSaveError: () => 'offline',
  });
  return {
    store,
    followed: followText(store, 1),
    writeElsewhere: (id: number, text: string) => store.follow(keep(withText([{ id, text }]))),
    hearElsewhere: () =>
      store.follow(keep(server.segments.map((each) => ({ ...each, end_ms: each.end_ms + 700 })))),
  };
}

test('corrections of this person keep the hearing, also once they are saved, and an undo does', async () => {
  const { store, followed } = world();
  store.type(1, 'o senhor Kowalski');
  await store.saveNow();
  store.type(1, 'o senhor Kowalski eleito');
  await store.saveNow();
  store.undo();
  expect(followed.isForeign()).toBe(false);
  store.stop();
});

test('a text of another tab ends the hearing of its passage only', () => {
  const { followed, writeElsewhere } = world();
  writeElsewhere(0, 'boa noite');
  expect(followed.isForeign()).toBe(false);
  writeElsewhere(1, 'outra pessoa');
  expect(followed.isForeign()).toBe(true);
});

test('a conflict ends the hearing, whichever text the person keeps', () => {
  const { store, followed, writeElsewhere } = world();
  store.type(1, 'o senhor Kowalski');
  writeElsewhere(1, 'outra pessoa');
  expect(store.status().conflicts).toHaveLength(1);
  store.resolve('mine');
  expect(followed.isForeign()).toBe(true);
  store.stop();
});

test('another hearing of the recording ends it, although the words are the same', () => {
  const { followed, hearElsewhere } = world();
  hearElsewhere();
  expect(followed.isForeign()).toBe(true);
});
