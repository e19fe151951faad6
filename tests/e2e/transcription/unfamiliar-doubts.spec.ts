import { eq } from 'drizzle-orm';
import { correctedWords } from '#server/adapters/db/schema/corrected-words.ts';
import { editor, type Heard, openHeard, type World } from '../fixtures/doubtful-text.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { checkedOf, listen } from '../fixtures/reviewed-text.ts';

const heard: Heard[] = [
  ['Falou o senhor covalisque de novo', { covalisque: 0.8 }],
  ['Tudo certo por aqui'],
  ['Ele pagou 30 reais', { '30': 0.75 }],
  ['Até a próxima'],
];

/** As if the engine had written all words. */
async function openUncorrected(world: World, texts: readonly Heard[]) {
  const review = await openHeard(world, texts);
  await world.db.delete(correctedWords).where(eq(correctedWords.transcriptionId, review.jobId));
  await world.page.reload();
  return review;
}

test('a word that no dictionary knows is a doubt, and the bar says why', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openUncorrected({ page, product, db }, heard);
  await page.getByRole('button', { name: 'Conferir 2' }).click();
  const bar = page.getByRole('region', { name: 'Conferir' });
  await expect(bar).toContainText('covalisque');
  await expect(bar).toContainText('fora do dicionário');
  await bar.getByRole('button', { name: 'Próxima dúvida' }).click();
  await expect(bar).toContainText('número');
});

test('all doubtful words of the passage in hand are marked, because the person hears all of them', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openUncorrected({ page, product, db }, [
    ['Falou o senhor covalisque e não pagou 30 reais', { covalisque: 0.5, '30': 0.75 }],
    ['Até a próxima'],
  ]);
  await page.getByRole('button', { name: 'Conferir 1' }).click();
  const marked = (name: string) =>
    page.evaluate<string[]>(`[...(CSS.highlights.get('${name}') ?? [])].map(String)`);
  await expect.poll(() => marked('transcript-doubt-now')).toEqual(['covalisque']);
  expect(await marked('transcript-doubt-beside')).toEqual(['30']);
  await page.getByRole('button', { name: 'Concluir' }).first().click();
  await expect.poll(() => marked('transcript-doubt-beside')).toEqual([]);
});

test('without an answer of the dictionary the review has the doubts of the engine', async ({
  signedIn: page,
  product,
  db,
  expectedNoise,
}) => {
  expectedNoise.push(/Failed to load resource/);
  await page.route('**/unfamiliar-words', (route) =>
    route.fulfill({ status: 500, json: { error: 'O dicionário não respondeu.', code: 'internal' } }),
  );
  await openUncorrected({ page, product, db }, heard);
  await expect(page.getByRole('button', { name: 'Conferir 1' })).toBeVisible();
});

test('a passage with a word that a late answer of the dictionary adds has to be heard again', async ({
  signedIn: page,
  product,
  db,
  expectedNoise,
}) => {
  expectedNoise.push(/Failed to load resource/);
  const failure = { status: 500, json: { error: 'O dicionário não respondeu.', code: 'internal' } };
  const { promise: heardFirst, resolve: letAnswer } = Promise.withResolvers<void>();
  let fails = true;
  await page.route('**/unfamiliar-words', async (route) => {
    if (fails) return route.fulfill(failure);
    await heardFirst;
    return route.continue();
  });
  const review = await openUncorrected({ page, product, db }, [
    ['Bom dia a todos'],
    ['Falou dedeciu e mais tarde foi embora com covalisque', { dedeciu: 0.5, covalisque: 0.9 }],
    ['Até a próxima'],
  ]);
  await expect(page.getByRole('button', { name: 'Conferir 1' })).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Conferir 1' }).click();
  await listen(page);
  const answer = page.waitForResponse((each) => each.url().endsWith('/unfamiliar-words') && each.ok());
  letAnswer();
  await (await answer).finished();
  const marked = () =>
    page.evaluate<string[]>(`[...(CSS.highlights.get('transcript-doubt-beside') ?? [])].map(String)`);
  expect(await marked()).toEqual([]);
  await editor(page, 1).press('Enter');
  const bar = page.getByRole('region', { name: 'Conferir' });
  await expect(bar).toContainText('Ouça o trecho até o fim');
  await expect.poll(marked).toEqual(['covalisque']);
  expect(await checkedOf(page, review)).toEqual([]);
  await listen(page);
  await editor(page, 1).press('Enter');
  await expect(bar).toContainText('Tudo conferido.');
  await expect.poll(() => checkedOf(page, review)).toEqual([1]);
});
