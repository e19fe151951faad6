import { afterAll, beforeAll, describe, test } from 'vitest';
import { besideTextPx } from '#tests/e2e/fixtures/summary-tab.ts';
import { hearSentences, summarise } from '#tests/helpers/heard-sentences.ts';
import { isLong } from '#tests/helpers/long-tests.ts';
import { madeSpeech } from '#tests/helpers/made-speech.ts';
import { readSpokenWord } from '#tests/helpers/spoken-word.ts';
import { findBrowsers } from './browsers.ts';
import { openStage, openVisited, signUpIn } from './stage.ts';
import { button, field, type Tab, tabNamed } from './tab.ts';

const browsers = isLong ? await findBrowsers() : [];

const bar = `document.querySelector('[aria-label="Localizar no texto"]')`;
/** Far from the match of the search, which is near the end. */
const moment = `document.querySelector('button.summary-moment')`;
const waveform = `document.querySelector('[aria-label="Posição na gravação"]')`;
const widths = [1_440, 1_024];

describe.runIf(isLong)('sound and text stay together', () => {
  let stage: Awaited<ReturnType<typeof openStage>>;
  beforeAll(async () => {
    stage = await openStage();
  }, 120_000);
  afterAll(() => stage.close());

  describe.each(browsers)('$name', ({ name, open }) => {
    let tab: Tab | undefined;
    beforeAll(async () => {
      if (open !== undefined) tab = await openVisited(open, stage.url);
    }, 120_000);
    afterAll(() => tab?.close());

    test('after a closed search, a moment, the waveform and a key bring the text along', async ({ skip }) => {
      if (tab === undefined) return skip(`${name} is missing: script/bootstrap --browsers installs it`);
      const token = await signUpIn(tab, stage);
      const { jobId, read: readJob } = await hearSentences(
        stage,
        token,
        madeSpeech({ sentences: 60, words: 20 }),
      );
      await summarise(stage, token, jobId);
      const { segments } = await readJob();

      const { click, read, resize, type, until, visit } = tab;
      const untilInView = (what: string) => until(`${readSpokenWord(segments)} === 'in view'`, what);
      /** Leaves the text at a match near its end. */
      const searchAndClose = async () => {
        await click(button('Buscar'));
        await type(field('Localizar'), 'ônibus');
        await until(
          `/^\\d+ de \\d+$/.test(${bar}.querySelector('[role=status]').textContent)`,
          'the matches',
        );
        await click(button('Resultado anterior'));
        await click(button('Fechar a busca'));
        await until(`${bar} === null`, 'the end of the search');
      };

      /** In a narrow window tabs show the text or the summary. */
      const showTab = async (tabName: 'Texto' | 'Resumo') => {
        if (await read<boolean>(`innerWidth < ${besideTextPx}`)) await click(tabNamed(tabName));
      };

      const openPage = async () => {
        await visit(`${stage.url}/dashboard/transcricoes/${jobId}`);
        await until(`${waveform} && ${moment}`, 'the player and the summary');
        // Firefox plays a captured element without a sound device. Otherwise an error takes the waveform's place.
        await read(`void document.querySelector('audio').mozCaptureStream?.()`);
      };
      for (const width of widths) {
        await resize(width, 800);
        await openPage();
        await searchAndClose();
        await showTab('Resumo');
        await click(moment);
        await showTab('Texto');
        await untilInView(`the word of the moment at ${width} px`);
        await searchAndClose();
        await click(waveform);
        await untilInView(`the word at the middle of the waveform at ${width} px`);
        await searchAndClose();
        await type('document.body', 'l');
        await untilInView(`the word five seconds later at ${width} px`);
      }
    }, 300_000);
  });
});
