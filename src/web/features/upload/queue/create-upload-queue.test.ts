import { expect, test, vi } from 'vitest';
import { NetworkError } from '#web/api/client.ts';
import { createUploadQueue } from './create-upload-queue.ts';
import { joinFiles } from './join-files.ts';
import type { UploadRecord } from './resumable-uploads.ts';
import {
  endless,
  fileOf,
  openQueue as open,
  refused,
  type SendBytes,
  placeOfUploads as setUp,
} from './test-queue.ts';
import type { UploadDeps } from './upload-deps.ts';

test('the queue sends a file, starts its transcription and deletes its local data', async () => {
  const { queue, stage, records, kept, requests } = open();
  const onStored = vi.fn();
  queue.add({ file: fileOf('aula.mp3'), title: 'Aula', language: 'pt', onStored });
  await vi.waitFor(() => expect(stage()).toBe('done'));
  expect(queue.items()[0]).toMatchObject({ jobId: 'job', sentBytes: 1_000 });
  expect(requests).toEqual([{ uploadIds: ['u1'], title: 'Aula', language: 'pt' }]);
  await vi.waitFor(() => expect([records.size, kept.size]).toEqual([0, 0]));
  expect(onStored).toHaveBeenCalledTimes(1);
});

test('the queue runs two uploads at a time and starts the next when one pauses', async () => {
  const { queue, stage } = open({ sendBytes: endless });
  for (const name of ['a.mp3', 'b.mp3', 'c.mp3']) queue.add({ file: fileOf(name), language: 'pt' });
  await vi.waitFor(() => expect([stage(0), stage(1), stage(2)]).toEqual(['sending', 'sending', 'waiting']));
  queue.pause('id-1');
  await vi.waitFor(() => expect([stage(0), stage(1), stage(2)]).toEqual(['paused', 'sending', 'sending']));
});

test('after a lost connection the queue resumes the same upload', async () => {
  vi.useFakeTimers();
  const urls: (string | undefined)[] = [];
  const { queue, stage } = open({
    sendBytes: async ({ url, onUrl, onProgress, file }) => {
      urls.push(url);
      onUrl('http://here/api/uploads/u1');
      if (urls.length <= 8) throw new NetworkError('away');
      onProgress(file.size);
    },
  });
  queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.advanceTimersByTimeAsync(500);
  expect(stage()).toBe('away');
  expect(queue.items()[0]?.awayText).toMatch(/Continuamos sozinhos/);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(stage()).toBe('done');
  expect(urls).toEqual([undefined, ...Array(8).fill('http://here/api/uploads/u1')]);
  vi.useRealTimers();
});

test('wake retries at once without the rest of the back-off', async () => {
  let isAway = true;
  const { queue, stage } = open({
    isOnline: () => false,
    sendBytes: async ({ file, onUrl, onProgress }) => {
      if (isAway) throw new NetworkError('away');
      onUrl('http://here/api/uploads/u1');
      onProgress(file.size);
    },
  });
  queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(stage()).toBe('away'));
  expect(queue.items()[0]?.awayText).toBe('Sem conexão. Continuamos sozinhos quando ela voltar.');
  isAway = false;
  queue.wake();
  await vi.waitFor(() => expect(stage()).toBe('done'), { timeout: 500 });
});

const spent = refused(403, 'quota_spent', 'Suas horas deste mês acabaram.');

test('the queue reports a refused file once, and drops it on the next page', async () => {
  const { queue, stage, records, kept, deps, dropped } = open({
    transcribe: async () => {
      throw refused(422, 'audio_missing', 'Este vídeo não possui áudio.');
    },
  });
  queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(stage()).toBe('refused'));
  expect(queue.items()[0]?.fault).toEqual({ text: 'Este vídeo não possui áudio.', way: 'none' });
  await vi.waitFor(() => expect([records.size, kept.size]).toEqual([0, 0]));
  const next = createUploadQueue('ana', deps);
  next.start();
  await Promise.resolve();
  expect(next.items()).toEqual([]);
  await queue.forgetRefused();
  expect(queue.items()).toEqual([]);
  expect(dropped).toEqual(['http://here/api/uploads/u1']);
});

test('a retry after a lack of hours does not send the bytes again', async () => {
  const answers = [() => Promise.reject(spent), () => Promise.resolve({ jobId: 'job' })];
  const sent: (string | undefined)[] = [];
  const { queue, stage } = open({
    sendBytes: async ({ url, file, onUrl, onProgress }) => {
      sent.push(url);
      onUrl('http://here/api/uploads/u1');
      onProgress(file.size);
    },
    transcribe: () => (answers.shift() as () => Promise<{ jobId: string }>)(),
  });
  queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(stage()).toBe('failed'));
  await queue.forgetRefused();
  queue.resume('id-1');
  await vi.waitFor(() => expect(stage()).toBe('done'));
  expect(sent).toHaveLength(1);
});

test('a recording without a title gets its time as title, and a file keeps its name', async () => {
  const titles: (string | undefined)[] = [];
  const { queue, stage } = open({
    transcribe: async ({ title }) => {
      titles.push(title);
      return { jobId: 'job-1' };
    },
  });
  const name = 'Gravação de 24 de novembro de 2026, 14h26.ogg';
  queue.add({ file: fileOf(name), language: 'pt', isRecording: true });
  await vi.waitFor(() => expect(stage()).toBe('done'));
  queue.add({ file: fileOf(name), title: 'Aula', language: 'pt', isRecording: true });
  await vi.waitFor(() => expect(titles).toHaveLength(2));
  queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(titles).toHaveLength(3));
  expect(titles).toEqual(['Gravação de 24 de novembro de 2026, 14h26', 'Aula', undefined]);
});

test('the queue keeps a refused recording, because it is the only copy', async () => {
  const { queue, stage, records, kept } = open({
    transcribe: async () => {
      throw spent;
    },
  });
  queue.add({ file: fileOf('gravação.ogg'), language: 'pt', isRecording: true });
  await vi.waitFor(() => expect(stage()).toBe('failed'));
  await queue.forgetRefused();
  expect([queue.items().length, records.size, kept.size]).toEqual([1, 1, 1]);
});

test('a sign-out deletes uploads that wait in another tab, but none of another account', async () => {
  const first = open({ sendBytes: endless });
  first.queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(first.queue.items()[0]?.isFileStored).toBe(true));
  const ofBruno = { ...(first.records.get('id-1') as UploadRecord), id: 'b1', userId: 'bruno' };
  first.records.set('b1', ofBruno);
  first.kept.set('b1', fileOf('de-bruno.ogg'));
  const idle = createUploadQueue('ana', { ...first.deps, claim: () => new Promise(() => {}) });
  idle.start();
  await idle.forget();
  expect([...first.records.keys(), ...first.kept.keys()]).toEqual(['b1', 'b1']);
});

test('the queue restarts an upload that the server has lost', async () => {
  let requestCount = 0;
  const sent: (string | undefined)[] = [];
  const { queue, stage } = open({
    sendBytes: async ({ url, onUrl, onProgress, file }) => {
      sent.push(url);
      onUrl(`http://here/api/uploads/u${sent.length}`);
      onProgress(file.size);
    },
    transcribe: async () => {
      requestCount += 1;
      if (requestCount === 1) throw refused(404, 'not_found');
      return { jobId: 'job' };
    },
  });
  queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(stage()).toBe('done'), { timeout: 5_000 });
  expect(sent).toEqual([undefined, undefined]);
});

test('a lost response does not create a second transcription', async () => {
  let requestCount = 0;
  const { queue, stage } = open({
    transcribe: async () => {
      requestCount += 1;
      throw requestCount === 1 ? new NetworkError('cut') : refused(404, 'not_found');
    },
  });
  queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(stage()).toBe('done'), { timeout: 5_000 });
  expect(queue.items()[0]?.jobId).toBeUndefined();
});

test('a response lost while the server still works does not create a second transcription', async () => {
  const answers = [new NetworkError('cut'), refused(423, 'upload_in_use'), refused(404, 'not_found')];
  const sent: (string | undefined)[] = [];
  const { queue, stage } = open({
    sendBytes: async ({ url, file, onUrl, onProgress }) => {
      sent.push(url);
      onUrl('http://here/api/uploads/u1');
      onProgress(file.size);
    },
    transcribe: async () => {
      throw answers.shift();
    },
  });
  queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(stage()).toBe('done'), { timeout: 8_000 });
  expect([sent.length, answers.length]).toEqual([1, 0]);
});

test('the queue deletes a cancelled upload on the server and in the browser', async () => {
  const { queue, stage, records, kept, dropped } = open({ sendBytes: endless });
  queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(stage()).toBe('sending'));
  await queue.cancel('id-1');
  expect(queue.items()).toEqual([]);
  expect(dropped).toEqual(['http://here/api/uploads/u1']);
  expect([records.size, kept.size]).toEqual([0, 0]);
});

test('without an answer, the queue deletes a cancelled upload at its next start or connection', async () => {
  const answers = [false, false, true];
  const asked: string[] = [];
  const dropUpload = async (url: string) => {
    asked.push(url);
    return answers.shift() ?? true;
  };
  const { queue, stage, records, discards, deps } = open({ sendBytes: endless, dropUpload });
  queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(stage()).toBe('sending'));
  expect(await queue.cancel('id-1')).toBe(false);
  expect([records.size, [...discards.values()]]).toEqual([0, ['ana']]);
  createUploadQueue('bruno', deps).start();
  const next = createUploadQueue('ana', deps);
  next.start();
  expect(discards.size).toBe(1);
  next.wake();
  await vi.waitFor(() => expect(discards.size).toBe(0));
  expect(asked).toEqual(Array(3).fill('http://here/api/uploads/u1'));
});

test('before a sign-out the queue deletes the uploads of all tabs on the server', async () => {
  const { queue, stage, records, dropped, deps } = open({ sendBytes: endless });
  queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(stage()).toBe('sending'));
  const own = records.get('id-1') as UploadRecord;
  records.set('b1', { ...own, id: 'b1', userId: 'bruno', url: 'http://here/api/uploads/b1' });
  records.set('a2', { ...own, id: 'a2', url: 'http://here/api/uploads/a2' });
  deps.discards.add('ana', 'http://here/api/uploads/a3');
  await queue.cancelAll();
  expect(dropped.toSorted()).toEqual(['a2', 'a3', 'u1'].map((id) => `http://here/api/uploads/${id}`));
  expect(queue.items()).toEqual([]);
});

test('the next page resumes a stored upload by itself', async () => {
  const first = open({ sendBytes: endless });
  first.queue.add({ file: fileOf('aula.mp3'), language: 'es', title: 'Aula' });
  await vi.waitFor(() => expect(first.queue.items()[0]?.isFileStored).toBe(true));
  const urls: (string | undefined)[] = [];
  const next = createUploadQueue('ana', {
    ...first.deps,
    sendBytes: async ({ url, file, onProgress }) => {
      urls.push(url);
      onProgress(file.size);
    },
  });
  next.start();
  await vi.waitFor(() => expect(next.items()[0]?.stage).toBe('done'));
  expect(urls).toEqual(['http://here/api/uploads/u1']);
  expect(first.requests).toEqual([{ uploadIds: ['u1'], title: 'Aula', language: 'es' }]);
});

test('the next page asks for a file that was not stored, and refuses a different one', async () => {
  const { deps } = setUp();
  const storedFiles = { ...deps.storedFiles, keep: async () => false };
  const first = createUploadQueue('ana', { ...deps, storedFiles, sendBytes: endless });
  first.start();
  first.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(first.items()[0]?.stage).toBe('sending'));
  first.stop();

  const next = createUploadQueue('ana', { ...deps, storedFiles });
  next.start();
  await vi.waitFor(() => expect(next.items()[0]?.stage).toBe('file_wanted'));
  expect(await next.bringFiles('id-1', [fileOf('outra.mp3', 999)])).toBe(false);
  expect(next.items()[0]?.stage).toBe('file_wanted');
  expect(await next.bringFiles('id-1', [fileOf('aula-renomeada.mp3')])).toBe(true);
  await vi.waitFor(() => expect(next.items()[0]?.stage).toBe('done'));
});

/** Answers with a new address for each upload that has none, and notes each call. */
function numberedUploads() {
  const sent: unknown[] = [];
  let count = 1;
  const sendBytes: SendBytes = async ({ file, name, url, onUrl, onProgress }) => {
    sent.push({ name, bytes: file.size, url });
    if (url === undefined) onUrl(`http://here/api/uploads/u${++count}`);
    onProgress(file.size);
  };
  return { sent, sendBytes };
}

const voices = [fileOf('PTT-20260131-WA0002.opus', 300), fileOf('PTT-20260131-WA0001.opus', 200)];

test('joined files are sent one by one, become one transcription, and resume after a reload', async () => {
  const { deps, requests } = setUp();
  const storedFiles = { ...deps.storedFiles, keep: async () => false };
  const first = createUploadQueue('ana', { ...deps, storedFiles, sendBytes: endless });
  first.start();
  first.add({ ...joinFiles(voices), language: 'pt' });
  await vi.waitFor(() => expect(first.items()[0]?.stage).toBe('sending'));
  expect(first.items()).toMatchObject([{ name: 'PTT-20260131-WA0001.opus e mais 1', bytes: 500 }]);
  first.stop();

  const { sent, sendBytes } = numberedUploads();
  const next = createUploadQueue('ana', { ...deps, storedFiles, sendBytes });
  next.start();
  await vi.waitFor(() => expect(next.items()[0]?.stage).toBe('file_wanted'));
  expect(await next.bringFiles('id-1', voices.slice(0, 1))).toBe(false);
  expect(await next.bringFiles('id-1', voices)).toBe(true);
  await vi.waitFor(() => expect(next.items()[0]?.stage).toBe('done'));
  expect(sent).toEqual([
    { name: 'PTT-20260131-WA0001.opus', bytes: 200, url: 'http://here/api/uploads/u1' },
    { name: 'PTT-20260131-WA0002.opus', bytes: 300, url: undefined },
  ]);
  expect(requests).toEqual([{ uploadIds: ['u1', 'u2'], title: undefined, language: 'pt' }]);
});

test('a refusal keeps the joined files, which the owner then sends one by one without their bytes again', async () => {
  const { sent, sendBytes } = numberedUploads();
  const asked: unknown[] = [];
  const transcribe: UploadDeps['transcribe'] = async ({ uploadIds }) => {
    asked.push(uploadIds);
    if (uploadIds.length > 1) throw refused(400, 'format_invalid', '«PTT-20260131-WA0002.opus»: inválido.');
    return { jobId: 'job' };
  };
  const { queue, stage, dropped, records } = open({ sendBytes, transcribe });
  queue.add({ ...joinFiles(voices), language: 'pt' });
  await vi.waitFor(() => expect(stage()).toBe('failed'));
  expect(records.size).toBe(1);
  await queue.separate('id-1');
  await vi.waitFor(() => expect(queue.items().map((item) => item.stage)).toEqual(['done', 'done']));
  expect(queue.items().map(({ name }) => name)).toEqual([
    'PTT-20260131-WA0001.opus',
    'PTT-20260131-WA0002.opus',
  ]);
  expect(asked).toEqual([['u2', 'u3'], ['u2'], ['u3']]);
  expect([sent.length, dropped]).toEqual([2, []]);
});

test('a lost refusal of joined files is no success: they are sent again, and the answer is shown', async () => {
  const { sendBytes } = numberedUploads();
  const answers = [new NetworkError('lost'), refused(404, 'not_found'), refused(400, 'format_invalid')];
  const transcribe = async () => {
    throw answers.shift();
  };
  const { queue, stage } = open({ sendBytes, transcribe });
  queue.add({ ...joinFiles(voices), language: 'pt' });
  await vi.waitFor(() => expect(stage()).toBe('away'));
  queue.resume('id-1');
  await vi.waitFor(() => expect(stage()).toBe('away'));
  queue.wake();
  await vi.waitFor(() => expect(stage()).toBe('failed'), { timeout: 5_000 });
  expect(answers).toEqual([]);
});

test('joined files that are chosen again go under their own names, whatever their new dates', async () => {
  const { deps } = setUp();
  const storedFiles = { ...deps.storedFiles, keep: async () => false };
  const dated = (name: string, lastModified: number, bytes: number) =>
    new File([new Uint8Array(bytes)], name, { lastModified });
  const first = createUploadQueue('ana', { ...deps, storedFiles, sendBytes: endless });
  first.start();
  first.add({ ...joinFiles([dated('a.m4a', 1_000, 100), dated('b.m4a', 2_000, 200)]), language: 'pt' });
  await vi.waitFor(() => expect(first.items()[0]?.stage).toBe('sending'));
  first.stop();

  const { sent, sendBytes } = numberedUploads();
  const next = createUploadQueue('ana', { ...deps, storedFiles, sendBytes });
  next.start();
  await vi.waitFor(() => expect(next.items()[0]?.stage).toBe('file_wanted'));
  expect(await next.bringFiles('id-1', [dated('c.m4a', 1, 100), dated('b.m4a', 1, 200)])).toBe(false);
  expect(await next.bringFiles('id-1', [dated('b.m4a', 1_000, 200), dated('a.m4a', 9_000, 100)])).toBe(true);
  await vi.waitFor(() => expect(next.items()[0]?.stage).toBe('done'));
  expect(sent).toMatchObject([
    { name: 'a.m4a', bytes: 100 },
    { name: 'b.m4a', bytes: 200 },
  ]);
});

test('the queue does not wait for a connection if one of the joined files has changed', async () => {
  const { queue, stage } = open({
    sendBytes: async () => {
      throw new NetworkError('fetch failed');
    },
    storedFiles: { ...setUp().deps.storedFiles, keep: async () => false },
  });
  const { file, parts } = joinFiles([fileOf('a.opus', 200), fileOf('b.opus', 300)]);
  const slice = file.slice.bind(file);
  file.slice = (from, to) =>
    from === 200 ? ({ arrayBuffer: () => Promise.reject(new Error('changed')) } as Blob) : slice(from, to);
  queue.add({ file, parts, language: 'pt' });
  await vi.waitFor(() => expect(stage()).toBe('failed'));
  expect(queue.items()[0]?.fault?.text).toMatch(/^Não conseguimos mais ler o arquivo/);
});

test('the queue ignores uploads of another account in this browser', async () => {
  const first = open({ sendBytes: endless });
  first.queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(first.queue.items()[0]?.isFileStored).toBe(true));
  const other = createUploadQueue('bruno', first.deps);
  other.start();
  await Promise.resolve();
  expect(other.items()).toEqual([]);
  await first.queue.forget();
  expect([first.records.size, first.kept.size]).toEqual([0, 0]);
});

test('the queue sends only the audio of a video, and the whole video on request', async () => {
  const sound = fileOf('x', 50);
  const sent: [string | undefined, number][] = [];
  const { deps, dropped } = setUp();
  const queue = createUploadQueue('ana', {
    ...deps,
    storedFiles: { ...deps.storedFiles, takeSound: async () => ({ file: sound, extension: 'm4a' }) },
    sendBytes: (options) => {
      sent.push([options.name, options.file.size]);
      return endless(options);
    },
  });
  queue.start();
  queue.add({ file: fileOf('aula.mp4'), language: 'pt' });
  await vi.waitFor(() => expect(queue.items()[0]?.stage).toBe('sending'));
  expect(queue.items()[0]).toMatchObject({ isSoundOnly: true, canSendWhole: true, sendBytes: 50 });
  await queue.sendWhole('id-1');
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    ['aula.mp4', 50],
    ['aula.mp4', 1_000],
  ]);
  expect(dropped).toEqual(['http://here/api/uploads/u1']);
  expect(queue.items()[0]).toMatchObject({ isSoundOnly: false, sendBytes: 1_000 });
});

test('the queue sends a recording from its own copy, because the recorder deletes its file once it is stored', async () => {
  const said: string[] = [];
  const { deps } = setUp();
  const queue = createUploadQueue('ana', {
    ...deps,
    storedFiles: { ...deps.storedFiles, read: async () => fileOf('our copy') },
    sendBytes: (options) => {
      said.push((options.file as File).name);
      return deps.sendBytes(options);
    },
  });
  queue.start();
  queue.add({ file: fileOf('gravação.webm'), language: 'pt', onStored: () => said.push('stored') });
  await vi.waitFor(() => expect(queue.items()[0]?.stage).toBe('done'));
  expect(said).toEqual(['stored', 'our copy']);
});

test('stop halts all uploads, and start resumes them', async () => {
  const { queue, stage } = open({ sendBytes: endless });
  queue.add({ file: fileOf('aula.mp3'), language: 'pt' });
  await vi.waitFor(() => expect(stage()).toBe('sending'));
  queue.stop();
  expect(stage()).toBe('waiting');
  queue.start();
  await vi.waitFor(() => expect(stage()).toBe('sending'));
});
