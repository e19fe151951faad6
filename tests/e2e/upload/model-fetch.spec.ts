import { recordingOf } from '#tests/helpers/recordings.ts';
import { expectWellDrawn } from '../fixtures/fixtures.ts';
import { expect, test } from '../fixtures/library-fixture.ts';
import { address, choose, sending, submit } from '../fixtures/upload-page.ts';

const waiting = (doneMegabytes: number) => ({
  status: 'pending' as const,
  reason: 'fetching_model' as const,
  modelDoneBytes: doneMegabytes * 1_000_000,
  modelTotalBytes: 640_000_000,
  heardMs: 0,
  completedAt: null,
});
const textWith = (megabytes: number) =>
  `Baixando o modelo de fala: ${megabytes} de 640 MB. Sua transcrição começa em seguida.`;

test('a person reads on every screen how much of the speech model is there, and sees the bar move', {
  tag: ['@every-size'],
}, async ({ signedIn: page, library }) => {
  await page.goto(address);
  // A single file would open its transcription.
  await choose(
    page,
    { name: 'aula.mp3', buffer: await recordingOf(3) },
    { name: 'debate.mp3', buffer: await recordingOf(4) },
  );
  await submit(page).click();
  const card = sending(page).filter({ hasText: 'aula.mp3' });
  await expect(card).toContainText('pronta', { timeout: 30_000 });
  const href = await card.getByRole('link', { name: 'Abrir aula.mp3' }).getAttribute('href');
  const id = href?.split('/').at(-1) ?? '';

  await library.change(id, waiting(120));
  await expect(card).toContainText(textWith(120));
  const thread = card.getByRole('progressbar', { name: 'Transcrição de aula.mp3' });
  await expect(thread).toHaveAttribute('aria-valuenow', '18');
  await library.change(id, waiting(320));
  await expect(card).toContainText(textWith(320));
  await expect(thread).toHaveAttribute('aria-valuenow', '50');
  await expectWellDrawn(page);

  await page.goto('/dashboard');
  const row = page
    .getByRole('region', { name: 'Últimas transcrições' })
    .getByRole('listitem')
    .filter({ hasText: 'aula.mp3' });
  await expect(row).toContainText('baixando o modelo 50%');
  await expect(row).toContainText(textWith(320));
  await library.change(id, waiting(330));
  await expect(row).toContainText(textWith(330));
  await expectWellDrawn(page);

  await page.goto('/dashboard/transcricoes');
  const bar = page.getByRole('progressbar', { name: 'Modelo de fala' });
  await expect(page.getByText(textWith(330))).toBeVisible();
  await library.change(id, waiting(480));
  await expect(page.getByText(textWith(480))).toBeVisible();
  await expect(bar).toHaveAttribute('aria-valuenow', '75');
  await expectWellDrawn(page);

  await page.goto(`/dashboard/transcricoes/${id}`);
  await expect(bar).toHaveAttribute('aria-valuenow', '75');
  await library.change(id, waiting(576));
  await expect(page.getByText(textWith(576))).toBeVisible();
  await expect(bar).toHaveAttribute('aria-valuenow', '90');
  await expect(
    page.getByRole('status').filter({ hasText: 'Baixando o modelo de fala. Sua transcrição' }),
  ).toHaveCount(1);
  await expectWellDrawn(page);
});
