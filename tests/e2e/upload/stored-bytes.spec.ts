import { uploads } from '#server/adapters/db/schema/transcriptions.ts';
import { expect, expectWellDrawn, test } from '../fixtures/fixtures.ts';

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

test('the account page tells unfinished uploads apart, and says when they free their space', async ({
  signedIn: page,
  account,
  db,
}) => {
  const add = (bytes: number, usedAt: Date | null) =>
    db
      .insert(uploads)
      .values({ userId: account.userId, fileName: 'aula.wav', bytes, usedAt, expiresAt: new Date() });
  await add(4_300_000_000, null);
  await page.goto('/dashboard/conta');
  const note = page.getByText(/nvios não concluídos/);
  await expect(note).toHaveText(
    'Envios não concluídos reservam 4,3 GB dos 5 GB do seu plano. O espaço deles se libera quando você os cancela, ou sozinho em até um dia.',
  );
  await add(500_000_000, new Date());
  await page.reload();
  await expect(note).toHaveText(
    'Seus arquivos ocupam 500 MB dos 5 GB do seu plano, e envios não concluídos reservam mais 4,3 GB. Para liberar espaço, exclua transcrições de que não precisa mais. O espaço dos envios se libera quando você os cancela, ou sozinho em até um dia.',
  );
});
