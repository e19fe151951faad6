import { uploads } from '#server/adapters/db/schema/transcriptions.ts';
import { expect, expectWellDrawn, test } from './fixtures.ts';

test('the account page shows the stored bytes once they come near the limit of the plan', async ({
  signedIn: page,
  account,
  db,
}) => {
  const note = page.getByText(/^Seus arquivos ocupam/);
  const store = (bytes: number) =>
    db.insert(uploads).values({
      userId: account.userId,
      fileName: 'aula.wav',
      bytes,
      usedAt: new Date(),
      expiresAt: new Date(),
    });
  await store(3_900_000_000);
  const answered = page.waitForResponse('**/api/auth/storage');
  await page.goto('/dashboard/conta');
  await answered;
  await expect(page.getByRole('heading', { name: 'Plano atual' })).toBeVisible();
  await expect(note).toBeHidden();

  await store(300_000_000);
  await page.reload();
  await expect(note).toHaveText(
    'Seus arquivos ocupam 4,2 GB dos 5 GB do seu plano. Para liberar espaço, exclua transcrições de que não precisa mais.',
  );
  for (const width of [360, 1_440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectWellDrawn(page);
  }
  await note.getByRole('link').click();
  await expect(page).toHaveURL(/\/dashboard\/transcricoes$/);
});
