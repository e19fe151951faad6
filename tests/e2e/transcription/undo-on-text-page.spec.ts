import { recordingOf } from '#tests/helpers/recordings.ts';
import { paths } from '#web/app/paths.ts';
import { drop } from '../fixtures/dropped-files.ts';
import { expect, test, toastOf } from '../fixtures/fixtures.ts';
import { heardTranscript } from '../fixtures/shown-transcript.ts';

test('Ctrl+Z after a drop on the page of a text undoes the upload, and then the correction', async ({
  signedIn: page,
  product,
}) => {
  const { jobId } = await heardTranscript(page, product, ['Bom dia a todos', 'Hoje falamos de ação']);
  await page.goto(paths.transcription(jobId));
  const segment = page.locator('[data-segment="0"]');
  await page.getByRole('button', { name: 'Editar texto' }).click();
  await segment.getByRole('textbox').fill('Boa noite a todos');
  await page.getByRole('button', { name: 'Concluir edição' }).click();
  await expect(segment).toContainText('Boa noite');
  await drop(page, [{ name: 'aula.mp3', buffer: await recordingOf(3) }]);
  await page.keyboard.press('Control+z');
  await expect(toastOf(page, 'Envio desfeito.')).toBeVisible();
  await expect(segment).toContainText('Boa noite');
  await page.keyboard.press('Control+z');
  await expect(segment).toContainText('Bom dia');
});
