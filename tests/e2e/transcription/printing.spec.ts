import type { Page } from '@playwright/test';
import { numberedSpeech, numberedTurnWords } from '#tests/helpers/numbered-speech.ts';
import { overlapsIn, readPdf } from '#tests/helpers/read-pdf.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { paths } from '#web/app/paths.ts';
import { expect, test } from '../fixtures/library-fixture.ts';
import { subscribe } from '../fixtures/subscriber.ts';
import { choose, showAs } from '../fixtures/transcription-api.ts';

const watermark = 'Transcrito com Escriba — plano gratuito';
const frameTexts = ['Sair', 'Enviar feedback', 'Pular para o conteúdo', 'Ver planos'];

const box = (page: Page) => page.getByRole('region', { name: 'Texto da transcrição' });
const spokenIn = (text: string) => text.match(/fala\d+/g) ?? [];
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `fala${at}`);

/** Prints to a PDF: Chromium fires beforeprint, lays the page out for paper, and fires afterprint. */
async function print(page: Page, landscape = false) {
  const { pages } = await readPdf(await page.pdf({ format: 'A4', landscape }));
  return { pages, text: pages.flatMap(({ lines }) => lines).join('\n') };
}

const printTest = test.extend<{ open: (words: number) => Promise<string> }>({
  open: async ({ signedIn: page, account, db, library: _ }, use) =>
    use(async (words) => {
      const id = await insertTranscription(
        { db },
        {
          userId: account.userId,
          segments: numberedSpeech(words),
          speakerNames: { speaker_0: 'Profª. Ana' },
          title: 'Aula de "física" \\ 1',
          createdAt: new Date('2026-03-05T15:00:00Z'),
        },
      );
      await page.goto(paths.transcription(id));
      await expect(box(page)).toContainText('fala0', { timeout: 30_000 });
      return id;
    }),
});

for (const landscape of [false, true])
  printTest(
    `the page prints thirty thousand words completely, ${landscape ? 'landscape' : 'portrait'}`,
    async ({ signedIn: page, open }) => {
      test.slow();
      const words = 30_000;
      await open(words);
      // The virtual list contains only a few rows around this position, and must return to it.
      await page.evaluate('scrollTo(0, 9_000)');
      await expect(box(page)).not.toContainText('fala0 ');
      const before = await page.evaluate('scrollY');
      const { pages, text } = await print(page, landscape);
      expect(await page.evaluate('scrollY')).toBe(before);

      expect(spokenIn(text)).toEqual(numbered(words));
      expect(pages.length).toBeGreaterThan(40);
      for (const [at, each] of pages.entries()) {
        const own = each.lines.join('\n');
        expect(own).toContain('Aula de "física" \\ 1');
        expect(own).toContain('5 de março de 2026');
        expect(each.lines).toContain(`Página ${at + 1} de ${pages.length}`);
        expect(overlapsIn(each)).toEqual([]);
      }
      const turns = words / numberedTurnWords;
      expect(text.match(/^Profª\. Ana/gm)).toHaveLength(turns / 2);
      expect(text.match(/^Pessoa 2/gm)).toHaveLength(turns / 2);
      expect(pages.at(-1)?.lines).toContain(watermark);
      for (const each of [...frameTexts, 'Excluir', 'Prompt do resumo']) expect(text).not.toContain(each);
      const columnPt = Math.max(...(pages[2]?.placed ?? []).map(({ x, width }) => x + width));
      expect(columnPt).toBeGreaterThan(landscape ? 700 : 480);
    },
  );

printTest('window.print() finds the whole text in the page', async ({ signedIn: page, open }) => {
  await open(1_200);
  const printed = page.locator('.printed-text');
  await expect(printed).toHaveCount(0);
  await page.evaluate('window.print()');
  expect(spokenIn((await printed.textContent()) ?? '')).toEqual(numbered(1_200));
  await expect(printed).toBeHidden();
});

test.describe('without a connection', () => {
  printTest.use({ expectedNoise: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] });

  printTest('the page prints unsaved corrections', async ({ signedIn: page, open, context }) => {
    await open(120);
    await print(page);
    await page.getByRole('button', { name: 'Editar texto' }).click();
    await context.setOffline(true);
    await page.locator('[data-segment="2"]').getByRole('textbox').fill('Corrigido agora mesmo.');
    await expect(page.getByText('Não salvo: sem conexão. Tentamos de novo.')).toBeVisible();
    const { text } = await print(page);
    expect(text).toContain('Corrigido agora mesmo.');
    expect(spokenIn(text)).toEqual(numbered(120).filter((_, at) => at < 40 || at >= 60));
    expect(text).not.toContain('Não salvo');
    await context.setOffline(false);
    await expect(page.getByText('Tudo salvo')).toBeVisible();
  });
});

printTest(
  'the page prints the state of a running, a failed and an empty transcription',
  async ({ signedIn: page, library, open }) => {
    const id = await open(60);
    await showAs(page, id, () => ({
      status: 'processing',
      text: null,
      revision: 0,
      progress: { percent: 40, seconds_left: 90 },
    }));
    await page.reload();
    await expect(page.getByText('40%')).toBeVisible();
    const running = await print(page);
    expect(spokenIn(running.text)).toEqual(numbered(60));
    expect(running.text).toContain('Transcrição em andamento...');

    const [failed = '', silent = ''] = await library.insert([
      { title: 'Quebrada', status: 'failed', reason: 'retries_spent' },
      { title: 'Sem fala' },
    ]);
    await page.goto(paths.transcription(failed));
    await expect(page.getByText('A transcrição parou')).toBeVisible();
    const broken = (await print(page)).text;
    expect(broken).toContain('A transcrição parou');
    expect(broken).not.toContain('Enviar outro arquivo');
    await page.goto(paths.transcription(silent));
    await expect(page.getByText('Transcrição concluída, mas sem texto disponível.')).toBeVisible();
    expect((await print(page)).text).toContain('Transcrição concluída, mas sem texto disponível.');
  },
);

printTest('the page prints the saved title while the owner edits it', async ({ signedIn: page, open }) => {
  await open(20);
  await page.getByRole('button', { name: 'Editar título' }).click();
  const { pages } = await print(page);
  expect(pages[0]?.lines).toContain('Aula de "física" \\ 1');
});

test('the browser prints list, payments and summary without the navigation of the dashboard', async ({
  signedIn: page,
  library,
}) => {
  await subscribe(page);
  const sentences = ['Ficou decidido que a obra começa em março.', 'Ana cuida das compras.'];
  const [id = ''] = await library.insert([{ title: 'Reunião de obra', sentences }]);
  await page.goto(paths.transcriptions);
  await expect(page.getByRole('link', { name: 'Reunião de obra', exact: true })).toBeVisible();
  const list = await print(page, true);
  expect(list.text).toContain('Reunião de obra');
  for (const each of [...frameTexts, 'Excluir', 'Nova Transcrição']) expect(list.text).not.toContain(each);

  await page.goto(paths.billing);
  const payments = page.getByRole('region', { name: 'Pagamentos' }).getByRole('listitem');
  await expect(payments).toHaveCount(1);
  const value = ((await payments.textContent()) ?? '').match(/R\$\s[\d,]+/)?.[0] ?? 'no value';
  const billing = await print(page);
  expect(billing.text.replaceAll(/\s/g, ' ')).toContain(value.replaceAll(/\s/g, ' '));
  for (const each of [...frameTexts, 'Cancelar Assinatura']) expect(billing.text).not.toContain(each);

  await page.goto(paths.transcription(id));
  await page.getByRole('button', { name: 'Resumo conciso' }).click();
  const article = page.getByRole('article', { name: 'Resumo' });
  // The footer is there before the text, whose renderer the page loads later.
  await expect(article.getByText('Ana cuida das compras.')).toBeVisible();
  const summary = await article.locator('p, li').first().textContent();
  const printed = await print(page);
  expect(printed.text).toContain('Resumo gerado:');
  expect(printed.text).toContain((summary ?? '').slice(0, 30));
  for (const each of ['Prompt do resumo', 'Editar Prompt', 'Baixar'])
    expect(printed.text).not.toContain(each);
  for (const each of [...list.pages, ...billing.pages, ...printed.pages])
    expect(overlapsIn(each)).toEqual([]);
});

printTest(
  'the browser prints neither the dark theme nor an open dialog',
  async ({ signedIn: page, open }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(1_200);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await choose(page, 'Mais opções', 'Excluir');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    const { text } = await print(page);
    expect(spokenIn(text)).toEqual(numbered(1_200));
    expect(text).not.toContain('Excluir esta transcrição?');
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    const colours = await page.evaluate<[string, string]>(
      '(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.body))',
    );
    expect(colours).toEqual(['oklch(0.22 0.02 260)', 'rgb(255, 255, 255)']);
  },
);
