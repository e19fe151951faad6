import { expect, test } from '../fixtures/fixtures.ts';

test('the page asks before it discards the only copy of a recording', async ({ signedIn: page }) => {
  await page.goto('/dashboard/novo-arquivo');
  await expect(page.getByText(/^Cada arquivo/)).toBeVisible();
  // Simulate a paused upload from an earlier page.
  await page.evaluate(`(async () => {
    const { user } = JSON.parse(localStorage.getItem('escriba.session'));
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('escriba-uploads', { create: true });
    const writable = await (await folder.getFileHandle('r1', { create: true })).createWritable();
    await writable.write(new Uint8Array(1000));
    await writable.close();
    localStorage.setItem('escriba.upload.r1', JSON.stringify({
      id: 'r1', userId: user.id, name: 'Gravação.ogg', bytes: 1000, mark: 'x', language: 'pt',
      sendName: 'Gravação.ogg', sendBytes: 1000, sentBytes: 400, isRecording: true, isSoundOnly: false,
      isWholeWished: false, isKept: true, isPaused: true, wasAskedFor: false, begunAtMs: Date.now(),
    }));
  })()`);
  await page.reload();
  const row = page.getByRole('list', { name: 'Envios' }).getByRole('listitem');
  await expect(row).toContainText('Em pausa: 40%');
  const cancel = row.getByRole('button', { name: 'Cancelar o envio de Gravação.ogg' });
  await cancel.click();
  const dialog = page.getByRole('alertdialog', { name: 'Descartar a gravação?' });
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(cancel).toBeFocused();
  await expect(row).toHaveCount(1);
  await cancel.click();
  await dialog.getByRole('button', { name: 'Descartar' }).click();
  await expect(row).toHaveCount(0);
});
