import { encodeWav } from '#server/adapters/media/pcm.ts';
import { uploadRecording } from '#tests/helpers/upload-recording.ts';
import { speakDialogue, standInModels } from '#tests/speech/tones.ts';
import { paths } from '#web/app/paths.ts';
import { expect, expectNoAxeViolations, test } from '../fixtures/fixtures.ts';
import { startProductProcess } from '../fixtures/product-process.ts';
import { signInAt } from '../fixtures/sign-in-at.ts';
import { address, choose, submit } from '../fixtures/upload-page.ts';

const turns: Parameters<typeof speakDialogue>[0] = [
  [0, 'Bom dia, tudo bem com a senhora?'],
  [1, 'Tudo bem, e com o senhor?'],
  [2, 'O contrato está aqui na mesa.'],
  [0, 'Então vamos ler o contrato agora.'],
  [1, 'Vamos ler tudo com calma.'],
  [2, 'Eu leio a primeira parte.'],
];

// A product of its own, because that of the other journeys has no speaker models: each text there would get voices.
test('the names appear in the open page when the voices are known, and another number of people divides the text again', async ({
  page,
}) => {
  const product = await startProductProcess({
    environment: { SPEECH_MODEL: `local:${standInModels}`, SPEAKER_MODELS: standInModels },
  });
  try {
    const token = await signInAt(page, product);
    await page.goto(product.url + address);
    const counts = page.getByLabel('Quantas pessoas falam');
    await counts.selectOption('2 pessoas');
    await choose(page, {
      name: 'dupla.wav',
      buffer: Buffer.from(encodeWav(speakDialogue(turns.slice(0, 2)).pcm)),
    });
    const accepted = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/transcribe'),
    );
    await submit(page).click();
    expect((await accepted).postDataJSON()).toMatchObject({ voices: 2 });
    // The next page would send an upload again whose answer this page has not received.
    await (await accepted).response();
    await expect(counts).toHaveValue('');

    const id = await uploadRecording(product, token, encodeWav(speakDialogue(turns).pcm));
    await page.goto(product.url + paths.transcription(id));
    const names = page.getByRole('button', { name: /: mudar quem fala$/ }).or(page.locator('.turn-name p'));
    await expect(page.locator('[data-word]').first()).toBeVisible({ timeout: 30_000 });
    await expect(names).toHaveCount(6, { timeout: 30_000 });

    await page.getByRole('button', { name: 'Mais opções' }).click();
    await page.getByRole('menuitem', { name: 'Quantas pessoas falam…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Quantas pessoas falam?' });
    await expect(dialog).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Tab');
    await dialog.getByLabel('Quantas pessoas falam', { exact: true }).selectOption('2 pessoas');
    await dialog.getByRole('button', { name: 'Separar as vozes' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Pessoa 3', { exact: true })).toHaveCount(0, { timeout: 15_000 });
    await expect(page.getByText('Pessoa 2', { exact: true }).first()).toBeVisible();
  } finally {
    // A page that still asks would hear a refusal from the product that ends.
    await page.close();
    await product.stop();
  }
});
