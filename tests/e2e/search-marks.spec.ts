import type { Page } from '@playwright/test';
import { paths } from '#web/app/paths.ts';
import { expectNoAxeViolations } from './fixtures.ts';
import { expect, test } from './kept-transcriptions.ts';

const box = (page: Page) => page.getByRole('region', { name: 'Texto da transcrição' });
const marks = (page: Page) => page.getByRole('region', { name: 'Palavras da busca' });

/** CSS highlights, which have no elements of their own. */
const painted = (page: Page, name: 'transcript-found' | 'transcript-found-now') =>
  page.evaluate<string[]>(`[...(CSS.highlights.get('${name}') ?? [])].map(String)`);
const paintedNow = (page: Page) => painted(page, 'transcript-found-now');

/** Three matching sentences; the list shows the one with both words. */
function lesson() {
  const sentences = Array.from({ length: 120 }, (_, at) => `Frase número ${at} sem mais nada.`);
  sentences[40] = 'Falamos de uma reunião.';
  sentences[70] = 'Na REUNIÃO de obra, Ana falou.';
  sentences[110] = 'As reuniões acabaram.';
  return sentences;
}

test('a hit opens its page at the marked words, and a reload or copied address keeps them', {
  tag: '@phone-too',
}, async ({ signedIn: page, library, context }) => {
  const [id = ''] = await library.keep([{ title: 'Condomínio', sentences: lesson() }]);
  await page.goto(`${paths.transcriptions}?q=obra+reuniao&sort=audio_duration&order=asc`);
  await page.getByRole('link', { name: /Na REUNIÃO de obra/ }).click();
  await expect(page).toHaveURL(`${paths.transcription(id)}?t=350&q=obra+reuniao`);
  const seen = async (place: Page) => {
    await expect(marks(place)).toContainText('Busca por “obra reuniao”');
    await expect(marks(place).getByRole('status')).toHaveText('2 de 4');
    await expect.poll(() => paintedNow(place)).toEqual(['REUNIÃO']);
    expect(await painted(place, 'transcript-found')).toEqual(['obra']);
    await expect(place.getByText('Ana falou')).toBeInViewport();
  };
  await seen(page);
  await expectNoAxeViolations(page);
  await page.reload();
  await seen(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await seen(other);
  await other.close();

  // Rows that the virtual list draws later also get their marks.
  await marks(page).getByRole('button', { name: 'Próxima palavra da busca' }).click();
  await expect.poll(() => paintedNow(page)).toEqual(['obra']);
  await marks(page).getByRole('button', { name: 'Próxima palavra da busca' }).click();
  await expect.poll(() => paintedNow(page)).toEqual(['reuniões']);
  await expect(page.getByText('acabaram')).toBeInViewport();
  await marks(page).getByRole('button', { name: 'Próxima palavra da busca' }).click();
  await expect(marks(page).getByRole('status')).toHaveText('1 de 4');
  await expect.poll(() => paintedNow(page)).toEqual(['reunião']);
  await expect(page.getByText('Falamos de uma')).toBeInViewport();

  // The list is as it was left, even after the page was reloaded.
  await page.getByRole('link', { name: 'Minhas transcrições' }).last().click();
  await expect(page).toHaveURL(`${paths.transcriptions}?q=obra+reuniao&sort=audio_duration&order=asc`);
});

test('the marks give way to the find bar, return after it, and can be removed', async ({
  signedIn: page,
  library,
}) => {
  const [id = ''] = await library.keep([{ title: 'Condomínio', sentences: lesson() }]);
  await page.goto(`${paths.transcriptions}?q=reuniao`);
  await page.getByRole('link', { name: 'Ver Condomínio' }).click();
  await expect(page).toHaveURL(`${paths.transcription(id)}?q=reuniao`);
  await expect.poll(() => paintedNow(page)).toEqual(['reunião']);
  await box(page).press('Control+f');
  await page.keyboard.type('obra');
  await expect.poll(() => paintedNow(page)).toEqual(['obra']);
  await expect(marks(page)).toBeHidden();
  await page.keyboard.press('Escape');
  // The text stays where the find bar left it, at another match of the search.
  await expect.poll(() => painted(page, 'transcript-found')).toEqual(['REUNIÃO']);
  await marks(page).getByRole('button', { name: 'Tirar as marcas da busca' }).click();
  await expect(marks(page)).toBeHidden();
  await expect.poll(() => paintedNow(page)).toEqual([]);
  await expect(page).toHaveURL(paths.transcription(id));
  await page.reload();
  await expect(box(page)).toContainText('Frase número 0');
  await expect(marks(page)).toBeHidden();
  await page.getByRole('link', { name: 'Minhas transcrições' }).last().click();
  await expect(page).toHaveURL(`${paths.transcriptions}?q=reuniao`);
});

test('a page that was found by its name has no marks', async ({ signedIn: page, library }) => {
  await library.keep([{ title: 'Zoologia', sentences: ['Hoje só há bichos.'] }]);
  await page.goto(`${paths.transcriptions}?q=zoologia`);
  await page.getByRole('link', { name: 'Ver Zoologia' }).click();
  await expect(box(page)).toContainText('bichos');
  await expect(marks(page)).toBeHidden();
});
