import { type Heard, openHeard } from './doubtful-text.ts';
import { expect, test } from './fixtures.ts';

const heard: Heard[] = [
  ['Falou o senhor covalisque de novo', { covalisque: 0.9 }],
  ['Tudo certo por aqui'],
  ['Ele pagou 30 reais', { '30': 0.75 }],
  ['Até a próxima'],
];

test('a word that no dictionary knows is a doubt, and the bar says why', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openHeard({ page, product, db }, heard);
  await page.getByRole('button', { name: 'Conferir 2' }).click();
  const bar = page.getByRole('region', { name: 'Conferir' });
  await expect(bar).toContainText('covalisque');
  await expect(bar).toContainText('fora do dicionário');
  await bar.getByRole('button', { name: 'Próxima dúvida' }).click();
  await expect(bar).toContainText('número');
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
  await openHeard({ page, product, db }, heard);
  await expect(page.getByRole('button', { name: 'Conferir 1' })).toBeVisible();
});
