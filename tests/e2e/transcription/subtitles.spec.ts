import { readFile } from 'node:fs/promises';
import { cutSubtitles } from '#server/features/exports/subtitles/cut-subtitles.ts';
import { insertTranscription, spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import { expect, test } from '../fixtures/library-fixture.ts';
import { choose } from '../fixtures/transcription-api.ts';

const said = [
  'Olá! Esta é a primeira aula de física, e hoje vamos falar sobre ação e reação.',
  'se a < b e b > c && d, então use <b>isto</b> --> aqui &amp; &lt;i&gt;',
  'WEBVTT NOTE STYLE 00:00:01.000 --> 00:00:02.000 {\\an8} “aspas” … 👩‍👩‍👧 fim',
  'Três tigres tristes comeram três pratos de trigo, e depois foram dormir sem reclamar.',
];

type ReadCue = { startMs: number; endMs: number; text: string };

/** Loads the file into a video's track and reads the parsed cues. It is a string, because tests have no DOM types. */
const readInTrack = (vtt: string) => `new Promise((resolve, reject) => {
  const track = document.createElement('track');
  track.src = URL.createObjectURL(new Blob([${JSON.stringify(vtt)}], { type: 'text/vtt' }));
  track.onerror = () => reject(new Error('the track was refused'));
  track.onload = () => resolve([...track.track.cues].map((cue) => ({
    startMs: Math.round(cue.startTime * 1000),
    endMs: Math.round(cue.endTime * 1000),
    text: cue.getCueAsHTML().textContent,
  })));
  const video = document.createElement('video');
  video.append(track);
  document.body.append(video);
  video.textTracks[0].mode = 'hidden';
})`;

test('the browser reads the same cues from the saved WebVTT file', async ({
  signedIn: page,
  account,
  db,
}) => {
  test.skip(process.env.E2E_DATABASE_URL === undefined, 'the database of the product is not known');
  const segments = spokenSegments(said).map((segment, at) => ({ ...segment, speaker: at < 2 ? 'A' : 'B' }));
  const changes = { title: 'Física: ação & reação' };
  const id = await insertTranscription(
    { db },
    {
      userId: account.userId,
      segments,
      speakerNames: { A: 'Ana & <Bia>' },
      ...changes,
    },
  );
  await page.goto(`/dashboard/transcricoes/${id}`);
  const saved = page.waitForEvent('download');
  await choose(page, 'Baixar', 'Baixar VTT');
  const download = await saved;
  expect(download.suggestedFilename()).toBe('Física- ação & reação.vtt');
  const vtt = await readFile(await download.path(), 'utf8');
  const cues = cutSubtitles(segments, { recordingMs: segments.at(-1)?.end_ms ?? 0, dashes: false });
  expect(cues.length).toBeGreaterThan(4);
  expect(await page.evaluate<ReadCue[]>(readInTrack(vtt))).toEqual(
    cues.map(({ startMs, endMs, lines }) => ({ startMs, endMs, text: lines.join('\n') })),
  );
});
