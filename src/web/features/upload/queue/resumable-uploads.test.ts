import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { browserRecords } from './resumable-uploads.ts';

/** Like localStorage, whose keys are properties of its own. */
class FakeStorage {
  [key: string]: unknown;
}
Object.defineProperties(FakeStorage.prototype, {
  getItem: { value: (key: string) => stored[key] ?? null },
  setItem: {
    value: (key: string, text: string) => {
      stored[key] = text;
    },
  },
});
let stored = new FakeStorage();

beforeEach(() => {
  stored = new FakeStorage();
  vi.stubGlobal('localStorage', stored);
});
afterEach(() => void vi.unstubAllGlobals());

test('an upload of an earlier release resumes, and earlier releases read what this one stores', () => {
  const key = `${storageKeys.uploads}ana.u1`;
  const earlier = {
    id: 'u1',
    userId: 'ana',
    name: 'Aula.mp4',
    bytes: 9,
    mark: '9-abc',
    language: 'pt',
    sendName: 'Aula.mp4',
    sendBytes: 9,
    sentBytes: 4,
    isRecording: false,
    isSoundOnly: false,
    isWholeWished: true,
    isKept: true,
    isPaused: false,
    wasAskedFor: true,
    begunAtMs: 1,
  };
  stored[key] = JSON.stringify(earlier);
  const [record] = browserRecords.all();
  expect(record).toMatchObject({
    fingerprint: '9-abc',
    sendsWholeVideo: true,
    isFileStored: true,
    transcriptionRequested: true,
  });
  if (record === undefined) return;
  browserRecords.write(record);
  expect(JSON.parse(String(stored[key]))).toEqual(earlier);
});
