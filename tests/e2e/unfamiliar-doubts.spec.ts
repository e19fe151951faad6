import { eq } from 'drizzle-orm';
import { correctedWords } from '#server/adapters/db/schema/corrected-words.ts';
import { type Heard, openHeard, type World } from './doubtful-text.ts';
import { expect, test } from './fixtures.ts';

const heard: Heard[] = [
  ['Falou o senhor covalisque de novo', { covalisque: 0.8 }],
  ['Tudo certo por aqui'],
  ['Ele pagou 30 reais', { '30': 0.75 }],
  ['Até a próxima'],
];

/** As if the engine had written all words. */
async function openUncorrected(world: World, texts: readonly Heard[]) {
  const { jobId } = await openHeard(world, texts);
  await world.db.delete(correctedWords).where(eq(correctedWords.transcriptionId, jobId));
  await world.page.reload();
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
