import { expect, test } from './fixtures.ts';
import { sendAndWait, tones } from './transcription-api.ts';

test('the player does not blame the connection for a missing sound device or undecodable sound', async ({
  signedIn: page,
  product,
}) => {
  const bar = page.getByRole('region', { name: 'Ouvir a gravação' });
  const id = await sendAndWait({ page, product, bytes: await tones() });
  for (const [message, expectedText] of [
    // Firefox reports these messages.
    ['OnMediaSinkAudioError', 'Este aparelho não tem saída de som.'],
    ['NS_ERROR_DOM_MEDIA_CUBEB_INITIALIZATION_ERR (0x806e000d)', 'Este aparelho não tem saída de som.'],
    ['NS_ERROR_DOM_MEDIA_FATAL_ERR (0x806e0005)', 'Este navegador não conseguiu tocar o som.'],
  ] as const) {
    await page.goto(`/dashboard/transcricoes/${id}`);
    await expect
      .poll(() => page.evaluate<number | undefined>("document.querySelector('audio')?.readyState"))
      .toBeGreaterThan(0);
    const fail = `(() => {
      const audio = document.querySelector('audio');
      Object.defineProperty(audio, 'error', { configurable: true, value: { code: 3, message: '${message}' } });
      audio.dispatchEvent(new Event('error'));
    })()`;
    await page.evaluate(`document.querySelector('audio').addEventListener('loadedmetadata', () => {
      globalThis.isLoadedAgain = true;
    })`);
    await page.evaluate(fail);
    // The player retries once with a new address by itself.
    if (expectedText.startsWith('Este navegador')) {
      await expect.poll(() => page.evaluate<boolean>('globalThis.isLoadedAgain === true')).toBe(true);
      await page.evaluate(fail);
    }
    await expect(bar.getByRole('alert')).toContainText(expectedText);
    await expect(bar.getByRole('alert')).not.toContainText('internet');
  }
});
