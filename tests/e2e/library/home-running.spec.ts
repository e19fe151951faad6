import type { Page, Request } from '@playwright/test';
import { recordingOfSegments } from '#tests/helpers/heard-sentences.ts';
import { expectWellDrawn } from '../fixtures/fixtures.ts';
import { layoutShift, recordLayoutShifts } from '../fixtures/layout-shifts.ts';
import { expect, test } from '../fixtures/library-fixture.ts';
import { sendOne } from '../fixtures/transcription-api.ts';

const recordings = (page: Page) => page.getByRole('region', { name: 'Últimas transcrições' });
const rows = (page: Page) => recordings(page).getByRole('listitem');
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const running = { status: 'processing', durationMs: 600_000, usageState: 'reserved' } as const;

test('running recordings come first, with their progress, and a finished one keeps its row', {
  tag: '@every-size',
}, async ({ signedIn: page, library }) => {
  const [heard = ''] = await library.insert([
    {
      ...running,
      title: 'Podcast',
      heardMs: 60_000,
      startedAt: minutesAgo(1),
      createdAt: minutesAgo(3),
      sentences: ['A cidade inteira apagava às dez.'],
    },
    { ...running, title: 'Aula', status: 'pending', reason: 'waiting_for_turn', createdAt: minutesAgo(2) },
    { ...running, title: 'Debate', status: 'pending', reason: 'engine_away', createdAt: minutesAgo(1) },
    { title: 'Falhou', status: 'error', reason: 'no_audio', usageState: 'returned' },
    { title: 'Pronta', sentences: ['Bom dia a todos.'] },
  ]);
  await page.goto('/dashboard');
  const names = [/^Podcast/, /^Aula/, /^Debate/, /^Falhou/, /^Pronta/];
  await expect(rows(page).getByRole('link')).toHaveText(names);
  await expect(rows(page).nth(0)).toContainText('ouvindo');
  await expect(rows(page).nth(1)).toContainText('na fila');
  await expect(rows(page).nth(2)).toContainText('O motor de transcrição não respondeu.');
  await expect(rows(page).nth(3)).toContainText('com erro');
  await expect(rows(page).nth(3)).toContainText('Este vídeo não possui áudio.');
  await expect(recordings(page).getByRole('status')).toHaveText('3 em andamento');
  await expectWellDrawn(page);

  await library.change(heard, { heardMs: 300_000 });
  await expect(rows(page).nth(0)).toContainText(/ouvindo [45]\d%/);
  await expect(rows(page).nth(0)).toContainText(/faltam? \d/);
  await library.hear(heard, ['Bom dia.', 'A cidade inteira apagava às dez.']);
  await expect(rows(page).nth(0)).toContainText('“A cidade inteira apagava às dez.”');
  await expect(rows(page).nth(1)).not.toContainText('“');
  await expectWellDrawn(page);
  const row = await rows(page).nth(0).elementHandle();
  await library.change(heard, { status: 'completed', heardMs: 600_000, completedAt: new Date() });
  const finished = rows(page).filter({ hasText: 'Podcast' });
  await expect(finished).toContainText('A cidade inteira apagava às dez.');
  await expect(finished).not.toContainText('ouvindo');
  await expect(recordings(page).getByRole('status')).toHaveText('2 em andamento');
  await expect(page.getByLabel('Seu mês em números')).toContainText(/Concluídas2\s?neste mês/);
  // The same element, so that a focused row keeps its focus.
  expect(await finished.elementHandle().then((now) => page.evaluate(([a, b]) => a === b, [row, now]))).toBe(
    true,
  );
});

test('more running recordings than fit lead to the list of them', async ({ signedIn: page, library }) => {
  await library.insert(
    Array.from({ length: 12 }, (_, at) => ({
      ...running,
      title: `Aula ${at}`,
      status: 'pending' as const,
      reason: 'waiting_for_turn' as const,
      createdAt: minutesAgo(20 - at),
    })),
  );
  await page.goto('/dashboard');
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first()).toContainText('Aula 0');
  await recordings(page).getByRole('link', { name: 'Mais 7 em andamento' }).click();
  await expect(page).toHaveURL('/dashboard/transcricoes?status=pending');
  await expect(page.getByText('12 transcrições')).toBeVisible();
});

test('a recording that this browser played in part tells where', async ({ signedIn: page, library }) => {
  const [id] = await library.insert([{ title: 'Aula', durationMs: 3_480_000, sentences: ['Bom dia.'] }]);
  await page.goto('/dashboard');
  await page.evaluate(`localStorage.setItem('escriba.leftOff.${id}', '760000')`);
  await page.reload();
  await expect(rows(page).first()).toContainText(/58\smin\s*·\s*parou em 12:40/);
});

test('home and the list share one event stream, and a page without recordings closes it', async ({
  signedIn: page,
  library,
}) => {
  const [id = ''] = await library.insert([{ ...running, title: 'Podcast', startedAt: minutesAgo(1) }]);
  const streams = new Set<Request>();
  const isStream = (request: Request) => request.url().endsWith('/api/transcriptions/events');
  page.on('request', (request) => void (isStream(request) && streams.add(request)));
  const closed = page.waitForEvent('requestfailed', { predicate: isStream, timeout: 30_000 });
  await page.goto('/dashboard');
  await library.hear(id, ['A cidade inteira apagava às dez.']);
  await expect(rows(page).first()).toContainText('“A cidade inteira apagava às dez.”');
  await recordings(page).getByRole('link', { name: 'Ver todas' }).click();
  // The stream told the list nothing new. The list knows the sentence from the event that home received.
  await expect(page.getByText('“A cidade inteira apagava às dez.”')).toBeVisible();
  await library.change(id, { heardMs: 300_000 });
  await expect(page.getByText(/Em andamento[45]\d%/)).toBeVisible();
  expect(streams.size).toBe(1);
  await page.getByRole('link', { name: 'Conta' }).first().click();
  await closed;
});

for (const [width, height] of [
  [360, 740],
  [768, 1_024],
  [1_440, 900],
] as const)
  test(`a sent recording appears at home within a second and finishes there, and the page hardly moves, at ${width} px`, async ({
    signedIn: page,
    product,
    library,
  }) => {
    await page.setViewportSize({ width, height });
    await library.insert(
      [1, 2, 3, 4, 5].map((at) => ({
        title: `Aula ${at}`,
        createdAt: minutesAgo(at),
        sentences: ['Bom dia a todos.'],
      })),
    );
    await recordLayoutShifts(page);
    await page.goto('/dashboard');
    await expect(rows(page)).toHaveCount(5);
    await page.evaluate(`globalThis.shownAt = new Promise((shown) => {
        new MutationObserver(() => {
          if (document.body.textContent.includes('discurso.wav')) shown(Date.now());
        }).observe(document.body, { childList: true, subtree: true });
      }); 0`);
    const bytes = Buffer.from(recordingOfSegments(60));
    await sendOne({ page, product, bytes, name: 'discurso.wav' });
    const sentAtMs = Date.now();
    const shownAtMs = await page.evaluate<number>('shownAt');
    expect(shownAtMs - sentAtMs).toBeLessThan(1_000);
    const row = rows(page).first();
    await expect(row).toContainText('discurso.wav');
    await expect(page.getByLabel('Seu mês em números')).toContainText(/Concluídas6/, { timeout: 45_000 });
    await expect(row).not.toContainText(/na fila|ouvindo/);
    await expect(rows(page)).toHaveCount(5);
    const { sum, shifts } = await layoutShift(page);
    expect(sum, shifts).toBeLessThan(0.05);
  });

test.describe('when the event stream is down', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('home asks for the progress itself', async ({ signedIn: page, library }) => {
    const [id = ''] = await library.insert([{ ...running, title: 'Podcast', startedAt: minutesAgo(1) }]);
    await page.context().route('**/api/transcriptions/events', (route) => route.abort());
    await page.goto('/dashboard');
    await expect(rows(page).first()).toContainText('ouvindo');
    await library.change(id, { heardMs: 300_000 });
    await expect(rows(page).first()).toContainText(/ouvindo [45]\d%/, { timeout: 15_000 });
  });
});
