import type { Page } from '@playwright/test';
import { paths } from '#web/app/paths.ts';
import { expectNoAxeViolations } from '../fixtures/fixtures.ts';
import { expect, test } from '../fixtures/library-fixture.ts';

const box = (page: Page) => page.getByRole('region', { name: 'Texto da transcrição' });
const marks = (page: Page) => page.getByRole('region', { name: 'Palavras da busca' });

/** Returns the texts of the CSS highlights, which have no elements of their own. */
const painted = (page: Page, name: 'transcript-found' | 'transcript-found-now') =>
  page.evaluate<string[]>(`[...(CSS.highlights.get('${name}') ?? [])].map(String)`);
const paintedNow = (page: Page) => painted(page, 'transcript-found-now');

/** Returns a text with three matching sentences. The list shows the sentence with both words. */
function lesson() {
  const sentences = Array.from({ length: 120 }, (_, at) => `Frase número ${at} sem mais nada.`);
  sentences[40] = 'Falamos de uma reunião.';
  sentences[70] = 'Na REUNIÃO de obra, Ana falou.';
  sentences[110] = 'As reuniões acabaram.';
  return sentences;
}

test('a search result opens its page at the marked words, also after a reload or at a copied address', {
  tag: '@phone-too',
}, async ({ signedIn: page, library, context }) => {
  const [id = ''] = await library.insert([{ title: 'Condomínio', sentences: lesson() }]);
  await page.goto(`${paths.transcriptions}?q=obra+reuniao&sort=audio_duration&order=asc`);
  await page.getByRole('link', { name: /Na REUNIÃO de obra/ }).click();
  await expect(page).toHaveURL(`${paths.transcription(id)}?t=350&q=obra+reuniao`);
  const expectMarks = async (tab: Page) => {
    await expect(marks(tab)).toContainText('Busca por “obra reuniao”');
    await expect(marks(tab).getByRole('status')).toHaveText('2 de 4');
    await expect.poll(() => paintedNow(tab)).toEqual(['REUNIÃO']);
    expect(await painted(tab, 'transcript-found')).toContain('obra');
    await expect(tab.getByText('Ana falou')).toBeInViewport();
  };
  await expectMarks(page);
  await expectNoAxeViolations(page);
  await page.reload();
  await expectMarks(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expectMarks(other);
  await other.close();

  // Rows that the virtual list draws later must also have their marks.
  await marks(page).getByRole('button', { name: 'Próxima palavra da busca' }).click();
  await expect.poll(() => paintedNow(page)).toEqual(['obra']);
  await marks(page).getByRole('button', { name: 'Próxima palavra da busca' }).click();
  await expect.poll(() => paintedNow(page)).toEqual(['reuniões']);
  await expect(page.getByText('acabaram')).toBeInViewport();
  await marks(page).getByRole('button', { name: 'Próxima palavra da busca' }).click();
  await expect(marks(page).getByRole('status')).toHaveText('1 de 4');
  await expect.poll(() => paintedNow(page)).toEqual(['reunião']);
  await expect(page.getByText('Falamos de uma')).toBeInViewport();

  // The list must have its previous search and order, even after a reload of the transcription's page.
  await page.getByRole('link', { name: 'Minhas transcrições' }).last().click();
  await expect(page).toHaveURL(`${paths.transcriptions}?q=obra+reuniao&sort=audio_duration&order=asc`);
});

test('the page hides the search marks while the find bar is open, and can remove them', async ({
  signedIn: page,
  library,
}) => {
  const [id = ''] = await library.insert([{ title: 'Condomínio', sentences: lesson() }]);
  await page.goto(`${paths.transcriptions}?q=reuniao`);
  await page.getByRole('link', { name: 'Ver Condomínio' }).click();
  await expect(page).toHaveURL(`${paths.transcription(id)}?q=reuniao`);
  await expect.poll(() => paintedNow(page)).toEqual(['reunião']);
  await box(page).press('Control+f');
  await page.keyboard.type('obra');
  await expect.poll(() => paintedNow(page)).toEqual(['obra']);
  await expect(marks(page)).toBeHidden();
  await page.keyboard.press('Escape');
  // The text stays at the position of the find bar, which is at another match of the search.
  await expect.poll(() => painted(page, 'transcript-found')).toContain('REUNIÃO');
  await marks(page).getByRole('button', { name: 'Tirar as marcas da busca' }).click();
  await expect(marks(page)).toBeHidden();
  await expect.poll(() => paintedNow(page)).toEqual([]);
  await expect(page).toHaveURL(paths.transcription(id));
  await page.reload();
  // The page opens where the user was reading.
  await expect(page.getByText('Ana falou')).toBeInViewport();
  await expect(marks(page)).toBeHidden();
  await page.getByRole('link', { name: 'Minhas transcrições' }).last().click();
  await expect(page).toHaveURL(`${paths.transcriptions}?q=reuniao`);
});

test('the page of a transcription found by its name has no marks', async ({ signedIn: page, library }) => {
  await library.insert([{ title: 'Zoologia', sentences: ['Hoje só há bichos.'] }]);
  await page.goto(`${paths.transcriptions}?q=zoologia`);
  await page.getByRole('link', { name: 'Ver Zoologia' }).click();
  await expect(box(page)).toContainText('bichos');
  await expect(marks(page)).toBeHidden();
});
