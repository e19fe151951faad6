import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '#tests/helpers/long-tests.ts';
import { readJob, sendFile } from '#tests/helpers/upload-recording.ts';
import { threeTones, threeTonesMs } from '#tests/media/make-media.ts';
import { type SentFormat, writeSentFormats } from '#tests/media/sent-formats.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { findBrowsers } from './browsers.ts';
import { openStage, openVisited, signUpIn } from './stage.ts';
import { button, type Tab } from './tab.ts';

const browsers = isLong ? await findBrowsers() : [];

const seconds = threeTonesMs / 1_000;
const toleranceSeconds = 0.3;
const toneSeconds = threeTones.map(({ startMs, endMs }) => (startMs + endMs) / 2_000);
const quietSeconds = [0.5, 2, 3.5];

const media = `document.querySelector('audio, video')`;
const alert = `document.querySelector('[role=alert]')?.innerText`;
const waveform = `document.querySelector('[aria-label="Posição na gravação"]')`;
const text = `[...document.querySelectorAll('[data-text]')].map((each) => each.textContent.trim()).join(' ')`;

/** Decodes the file of the player in the browser. Returns its length, and the loudest sample near each time. */
const decoded = `fetch(${media}.currentSrc)
  .then((answer) => answer.arrayBuffer())
  .then((bytes) => new OfflineAudioContext(1, 1, 48000).decodeAudioData(bytes))
  .then((sound) => {
    const samples = sound.getChannelData(0);
    const loudest = (at) => samples.slice((at - 0.04) * 48000, (at + 0.04) * 48000)
      .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    return {
      seconds: sound.duration,
      tones: ${JSON.stringify(toneSeconds)}.map(loudest),
      pauses: ${JSON.stringify(quietSeconds)}.map(loudest),
    };
  })`;
type Decoded = { seconds: number; tones: number[]; pauses: number[] };

describe.runIf(isLong)('every format that people send', () => {
  let stage: Awaited<ReturnType<typeof openStage>>;
  beforeAll(async () => {
    stage = await openStage();
  }, 120_000);
  afterAll(() => stage.close());

  async function transcribe(token: string, { name, path }: SentFormat): Promise<string> {
    const answer = await sendFile(stage, token, await readFile(path), name);
    expect(answer.status, name).toBe(201);
    const { jobId } = (await answer.json()) as { jobId: string };
    await expect
      .poll(async () => (await readJob(stage, token, jobId)).status, { message: name, timeout: 60_000 })
      .toBe('completed');
    return jobId;
  }

  describe.each(browsers)('$name', ({ name: browser, open }) => {
    let tab: Tab | undefined;
    beforeAll(async () => {
      if (open !== undefined) tab = await openVisited(open, stage.url);
    }, 120_000);
    afterAll(() => tab?.close());

    async function play({ visit, until, read, click }: Tab, id: string, { name, text: heard }: SentFormat) {
      await visit(`${stage.url}/dashboard/transcricoes/${id}`);
      if (heard !== undefined) await until(`${text} === ${JSON.stringify(heard)}`, `the text of ${name}`);
      await until(`${waveform} && ${media}?.readyState >= HTMLMediaElement.HAVE_METADATA`, `${name} to load`);
      const duration = await read<number>(`${media}.duration`);
      expect(Math.abs(duration - seconds), `${name} lasts ${duration} s`).toBeLessThan(toleranceSeconds);
      const sound = await read<Decoded>(decoded);
      expect(Math.abs(sound.seconds - seconds), `${name}: ${sound.seconds} s`).toBeLessThan(toleranceSeconds);
      if (heard !== undefined) {
        expect(Math.min(...sound.tones), `the quietest tone of ${name}`).toBeGreaterThan(0.3);
        expect(Math.max(...sound.pauses), `the loudest pause of ${name}`).toBeLessThan(0.05);
      }
      // Firefox plays a captured element without a sound device, which test machines lack.
      await read(`void ${media}.mozCaptureStream?.()`);
      await click(waveform);
      await until(`!${media}.seeking && Math.abs(${media}.currentTime - ${seconds / 2}) < 0.3`, 'the middle');
      await click(button('Tocar'));
      await until(`${media}.currentTime > ${seconds / 2 + 1} || ${alert}`, `${name} to play`);
      expect(await read<string | undefined>(alert), name).toBeFalsy();
    }

    test('has its text, its length and its sound, and plays on from the middle', async ({ skip }) => {
      if (tab === undefined) return skip(`${browser} is missing: script/bootstrap --browsers installs it`);
      await using folder = await temporaryFolder({ fast: true });
      const files = await writeSentFormats(folder.path);
      const token = await signUpIn(tab, stage);
      const sent = await Promise.all(
        files.map(async (file) => ({ file, id: await transcribe(token, file) })),
      );
      for (const { file, id } of sent) await play(tab, id, file);
    }, 480_000);
  });
});
