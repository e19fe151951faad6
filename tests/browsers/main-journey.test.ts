import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAccount } from '#tests/helpers/factories.ts';
import { isLong } from '#tests/helpers/long-tests.ts';
import { waitForLink } from '#tests/helpers/mailbox.ts';
import { toneRecording } from '#tests/media/tone-recording.ts';
import { findBrowsers } from './browsers.ts';
import { openStage, openVisited } from './stage.ts';
import { button, field, link, type Tab } from './tab.ts';

const browsers = isLong ? await findBrowsers() : [];

/** Waits for the final name, because browsers save under a temporary name first. */
async function savedFile(folder: string, name: string) {
  await expect.poll(() => readdir(folder), { timeout: 30_000 }).toContain(name);
  await expect.poll(async () => (await readFile(join(folder, name))).length).toBeGreaterThan(0);
  return readFile(join(folder, name), 'utf8');
}

const editor = `document.querySelector('[data-segment="0"] [role=textbox]')`;

describe.runIf(isLong)('the product, from the sign-up to the saved file', () => {
  let stage: Awaited<ReturnType<typeof openStage>>;
  beforeAll(async () => {
    stage = await openStage();
  }, 120_000);
  afterAll(() => stage.close());

  describe.each(browsers)('$name', ({ name, open }) => {
    let tab: Tab | undefined;
    beforeAll(async () => {
      if (open !== undefined) tab = await openVisited(open, stage.url);
    }, 120_000);
    afterAll(() => tab?.close());

    test('a new user signs up, opens the mailed link, uploads, corrects the text and downloads it', async ({
      skip,
    }) => {
      if (tab === undefined) return skip(`${name} is missing: script/bootstrap --browsers installs it`);
      const account = newAccount({ name: 'Ana Beatriz' });
      await tab.visit(`${stage.url}/register`);
      await tab.type(field('Nome'), account.name);
      await tab.type(field('E-mail'), account.email);
      await tab.type(field('Senha'), account.password);
      await tab.select(field('Ocupação'), account.occupation);
      await tab.click(button('Criar conta'));
      await tab.untilText('Cadastro realizado! Verifique seu e-mail para confirmar sua conta. 📧');
      await tab.open(await waitForLink(stage.mailboxUrl, account.email, 'verify-email'));
      await tab.untilAt('/dashboard');

      await tab.click(link('Nova Transcrição'));
      const file = join(tab.downloads, '..', `aula-${process.pid}-${name}.wav`);
      await writeFile(file, toneRecording());
      await tab.choose(`document.querySelector('input[type=file]')`, file);
      await tab.click(button('Enviar e transcrever'));
      await tab.until(`/^\\/dashboard\\/transcricoes\\/[0-9a-f-]{36}$/.test(location.pathname)`);
      await tab.until(`document.querySelectorAll('[data-segment]').length > 0`, 'the text');

      // On a machine without a sound device, the player must report the missing device and not the connection.
      await tab.click(button('Tocar'));
      const alert = `document.querySelector('[role=alert]')?.innerText`;
      await tab.until(`document.querySelector('audio').currentTime > 1 || ${alert}`, 'sound or an error');
      expect((await tab.read<string | undefined>(alert)) ?? 'saída de som').toContain('saída de som');

      await tab.click(button('Editar texto'));
      await tab.fill(editor, 'Bom dia a todos,');
      // A segment is one line, so Enter must insert nothing.
      await tab.type(editor, '\ncolegas');
      await tab.untilText('Tudo salvo');
      expect(await tab.read<string>(`${editor}.textContent`)).toBe('Bom dia a todos,colegas');
      expect(await tab.read<number>(`${editor}.childElementCount`)).toBe(0);

      await tab.open(await tab.read<string>('location.href'));
      await tab.untilHydrated();
      await tab.untilText('Bom dia a todos,colegas');
      await tab.click(button('Baixar'));
      await tab.click(button('Baixar SRT'));
      const srt = await savedFile(tab.downloads, `aula-${process.pid}-${name}.srt`);
      expect(srt).toMatch(/^1\r?\n00:00:00,\d{3} --> /);
      expect(srt).toContain('Bom dia a todos,colegas');
    }, 300_000);
  });
});
