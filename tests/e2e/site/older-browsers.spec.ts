import { paths } from '#web/app/paths.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { heardTranscript } from '../fixtures/shown-transcript.ts';

const notice = 'Este navegador é antigo demais para o Escriba';

test.describe('in a browser below the target', () => {
  // The browser reports a module that does not load as an error without a message.
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_FAILED/, /^$/]) });

  test('an outdated browser shows the notice even if no module or stylesheet works', async ({ page }) => {
    await page.goto('/faq');
    await expect(page.getByText(notice)).toBeHidden();
    await page.addInitScript('delete AbortSignal.any');
    await page.goto('/faq');
    await expect(page.getByText(notice)).toBeVisible();
    await page.context().route('**/assets/*', (route) => route.abort());
    for (const path of ['/faq', '/dashboard']) {
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByText(notice)).toBeVisible();
    }
  });
});

/** Simulates Firefox before 136, which does not know `plaintext-only` and so does not make the element editable. */
const withoutPlainEditing = `(() => {
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'contentEditable');
  Object.defineProperty(HTMLElement.prototype, 'contentEditable', {
    set,
    get() {
      const value = get.call(this);
      return value === 'plaintext-only' ? 'inherit' : value;
    },
  });
})()`;

test('the editor keeps a correction as plain text in a browser that supports only rich editing', async ({
  signedIn: page,
  product,
}) => {
  await page.addInitScript(withoutPlainEditing);
  const transcript = await heardTranscript(page, product, ['Bom dia a todos', 'Até amanhã']);
  await page.goto(paths.transcription(transcript.jobId));
  await page.getByRole('button', { name: 'Editar texto' }).click();
  const editor = page.locator('[data-segment="0"]').getByRole('textbox');
  await expect(editor).toHaveAttribute('contenteditable', 'true');
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type(', colegas');
  await editor.evaluate((element) => {
    const doc = element.ownerDocument;
    doc.execCommand('insertHTML', false, ' <b>e <i>amigos</i></b><br>');
  });
  await expect(editor).toHaveText('Bom dia a todos, colegas e amigos');
  expect(await editor.evaluate((element) => element.childElementCount)).toBe(0);
  // Rich editing leaves a line break in an emptied element.
  await page.locator('[data-segment="1"]').getByRole('textbox').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('Até logo');
  await expect(page.getByText('Tudo salvo')).toBeVisible();
  await expect
    .poll(async () => (await transcript.read()).segments.map(({ text }) => text))
    .toEqual(['Bom dia a todos, colegas e amigos', 'Até logo']);
});
