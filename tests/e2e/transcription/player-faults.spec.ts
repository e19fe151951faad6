import { expect, test } from '../fixtures/fixtures.ts';
import { sendAndWait, showAs, tones } from '../fixtures/transcription-api.ts';

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

test('the player shows the length of the recording, although its sound file is padded by a moment', async ({
  signedIn: page,
  product,
}) => {
  const bar = page.getByRole('region', { name: 'Ouvir a gravação' });
  const id = await sendAndWait({ page, product, bytes: await tones() });
  await showAs(page, id, () => ({ audio_duration: 4.5 }));
  await page.goto(`/dashboard/transcricoes/${id}`);
  const readyState = () => page.evaluate<number | undefined>("document.querySelector('audio')?.readyState");
  await expect.poll(readyState).toBeGreaterThan(0);
  expect(await page.evaluate<number>("document.querySelector('audio').duration")).toBeGreaterThanOrEqual(5);
  await expect(bar).toContainText('de 0:04');
  await page.getByRole('slider', { name: 'Posição na gravação' }).press('End');
  await expect(bar).toContainText('0:04');
  await expect(bar).not.toContainText('0:05');
});

test('a spoken word in a selection keeps its own colours', async ({ signedIn: page, product }) => {
  const id = await sendAndWait({ page, product, bytes: await tones() });
  // A result of the search opens silently, so the word stays.
  await page.goto(`/dashboard/transcricoes/${id}?t=2.5&q=nada`);
  await expect(page.locator('[data-word][data-spoken]')).toHaveCount(1);
  const [own, selected, other] = await page.evaluate<string[]>(`(() => {
    const spoken = document.querySelector('[data-word][data-spoken]');
    const colours = (pseudo) => {
      const { color, backgroundColor } = getComputedStyle(spoken, pseudo);
      return color + ' ' + backgroundColor;
    };
    const both = [colours(), colours('::selection')];
    spoken.removeAttribute('data-spoken');
    return [...both, colours('::selection')];
  })()`);
  expect(selected).toBe(own);
  expect(other).not.toBe(own);
});
