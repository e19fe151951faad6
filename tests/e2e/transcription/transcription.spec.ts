import type { Page } from '@playwright/test';
import { testTextNote } from '#domain/transcript/test-text.ts';
import { spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectReadableColours,
  test,
} from '../fixtures/fixtures.ts';
import { heardTranscript } from '../fixtures/shown-transcript.ts';
import { choose, sendAndWait, sendOne, showAs, tones } from '../fixtures/transcription-api.ts';

const address = (id: string) => `/dashboard/transcricoes/${id}`;
const text = (page: Page) => page.getByRole('region', { name: 'Texto da transcrição' });
const bar = (page: Page) => page.getByRole('region', { name: 'Ouvir a gravação' });
const slider = (page: Page) => bar(page).getByRole('slider', { name: 'Posição na gravação' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Reads a property of the media element. The expression is a string, because tests have no DOM types. */
const media = <T>(page: Page, expression: string) =>
  page.evaluate<T>(`document.querySelector('audio, video')?.${expression}`);
const currentTime = (page: Page) => media<number>(page, 'currentTime');
const isPaused = (page: Page) => media<boolean>(page, 'paused');

test.describe('a completed transcription', () => {
  let id: string;
  test.beforeEach(async ({ signedIn: page, product }) => {
    id = await sendAndWait({ page, product, bytes: await tones() });
    await page.goto(address(id));
    await expect(text(page)).toContainText('5');
    await expect(slider(page)).toBeVisible();
  });

  test('the page shows name, date, length, watermark and the test notice', async ({ signedIn: page }) => {
    await expect(heading(page)).toHaveText('aula.mp3');
    await expect(page).toHaveTitle(/^aula\.mp3 ·/);
    await heading(page).getByRole('button').click();
    await expect(page.getByText(/^\d{1,2} de \p{L}+ de \d{4}$/u)).toBeVisible();
    await expect(page.getByText('menos de 1 min', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(text(page).getByText('plano gratuito')).toBeVisible();
    await expect(page.getByText(/^Texto de teste:/)).toBeVisible();
    await page.getByRole('link', { name: 'Minhas transcrições' }).last().click();
    await expect(page).toHaveURL(/\/dashboard\/transcricoes$/);
  });

  test('the player plays, pauses and shows its position', { tag: '@always' }, async ({ signedIn: page }) => {
    await bar(page).getByRole('button', { name: 'Tocar' }).click();
    await expect.poll(() => currentTime(page)).toBeGreaterThan(0.5);
    await bar(page).getByRole('button', { name: 'Pausar' }).click();
    const stopped = await currentTime(page);
    expect(await isPaused(page)).toBe(true);
    await bar(page).getByRole('button', { name: 'Avançar 5 segundos' }).click();
    await expect(slider(page)).toHaveAttribute('aria-valuetext', '0:05 de 0:05');
    await bar(page).getByRole('button', { name: 'Voltar 5 segundos' }).click();
    await expect.poll(() => currentTime(page)).toBeLessThan(stopped);
    const { width, x, y, height } = (await slider(page).boundingBox()) ?? { width: 0, x: 0, y: 0, height: 0 };
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect.poll(() => currentTime(page)).toBeCloseTo(2.5, 0);
  });

  test.describe('after the sign-out', () => {
    test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/401/]) });
    test('the browser’s cache does not contain the recording for the next user of the computer', {
      tag: '@always',
    }, async ({ signedIn: page }) => {
      await bar(page).getByRole('button', { name: 'Tocar' }).click();
      await expect.poll(() => currentTime(page)).toBeGreaterThan(0.2);
      const address = await media<string>(page, 'currentSrc');
      // Fetch inside the page, because only the page's own requests use the browser's cache.
      const statusOf = (call: string) => page.evaluate<number>(`${call}.then(({ status }) => status)`);
      const fetchCached = `fetch('${address}', { cache: 'force-cache' })`;
      expect(await statusOf(fetchCached)).toBe(200);
      const signOut = `fetch('/api/auth/sign-out', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })`;
      expect(await statusOf(signOut)).toBe(200);
      expect(await statusOf(fetchCached)).toBe(401);
    });
  });

  test('the player seeks to a clicked word, a clicked time and a time in the address', {
    tag: '@always',
  }, async ({ signedIn: page }) => {
    await text(page).locator('[data-word]').nth(1).click();
    await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(2.4);
    expect(await isPaused(page)).toBe(false);
    await page.getByRole('button', { name: 'Mais opções' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Tempos em cada frase' }).click();
    await page.keyboard.press('Escape');
    await text(page).getByRole('button', { name: 'Ouvir a partir de 0:04' }).click();
    await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(3.9);
    // A result of the search opens silently; another address with a time plays (quote.spec.ts).
    await page.goto(`${address(id)}?t=2.5&q=nada`);
    await expect.poll(() => currentTime(page)).toBeCloseTo(2.5);
    await expect(slider(page)).toHaveAttribute('aria-valuetext', '0:02 de 0:05');
    await expect(text(page).locator('.transcript-row[data-plays-now]')).toContainText('5');
  });

  test('the shortcuts work on the whole page except in text fields, and the user can disable them', async ({
    signedIn: page,
  }) => {
    await page.keyboard.press('k');
    await expect.poll(() => currentTime(page)).toBeGreaterThan(0.2);
    await page.keyboard.press('Space');
    await expect.poll(() => isPaused(page)).toBe(true);
    await page.keyboard.press('End');
    await expect.poll(() => currentTime(page)).toBeGreaterThan(4.9);
    await page.keyboard.press('Home');
    await expect.poll(() => currentTime(page)).toBe(0);
    await page.keyboard.press('l');
    await expect.poll(() => currentTime(page)).toBeGreaterThan(4.9);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => currentTime(page)).toBeLessThan(0.2);
    await page.keyboard.press('>');
    await expect(bar(page).getByRole('button', { name: 'Velocidade: 1,25×' })).toBeVisible();
    await page.keyboard.press('<');
    await page.getByRole('button', { name: 'Editar título' }).click();
    await page.keyboard.type('kkk l ');
    await expect(page.getByLabel('Título')).toHaveValue('kkk l ');
    await page.keyboard.press('Escape');
    expect(await currentTime(page)).toBeLessThan(0.2);
    await heading(page).click();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Atalhos do teclado' });
    await expect(list.getByRole('table', { name: 'Ao ler' }).getByRole('row')).toHaveCount(14);
    await expectNoAxeViolations(page);
    await list.getByRole('switch', { name: 'Usar os atalhos sem Ctrl' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(slider(page)).toBeVisible();
    await page.keyboard.press('l');
    await page.keyboard.press('?');
    await expect(list).toBeHidden();
    expect(await currentTime(page)).toBe(0);
  });

  test('the player remembers the chosen speed', async ({ signedIn: page }) => {
    await bar(page).getByRole('button', { name: 'Velocidade: 1×' }).click();
    await expect(page.getByRole('menuitemradio')).toHaveCount(9);
    await page.getByRole('menuitemradio', { name: '2,5×' }).click();
    expect(await media(page, 'playbackRate')).toBe(2.5);
    await page.reload();
    await expect(bar(page).getByRole('button', { name: 'Velocidade: 2,5×' })).toBeVisible();
    await expect.poll(() => media(page, 'playbackRate')).toBe(2.5);
  });

  test('the button copies the text', async ({ signedIn: page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copiar texto' }).click();
    await expect(page.getByRole('button', { name: 'Texto copiado!' })).toBeVisible();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(new RegExp(`^${testTextNote}\\s+1\\s+5\\s+9$`));
    await expect(page.getByRole('button', { name: 'Copiar texto' })).toBeVisible({ timeout: 4_000 });
  });

  test('Enter saves a title, Escape discards it, and an empty title shows the file name', async ({
    signedIn: page,
  }) => {
    const pencil = page.getByRole('button', { name: 'Editar título' });
    await pencil.click();
    await page.keyboard.type('Reunião de março');
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Reunião de março');
    await expect(pencil).toBeFocused();
    await pencil.click();
    await page.keyboard.type('outro');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(heading(page)).toHaveText('Reunião de março');
    await heading(page).getByRole('button').click();
    await expect(page.getByRole('listitem').filter({ hasText: 'aula.mp3' })).toBeVisible();
    await pencil.click();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('aula.mp3');
  });

  test('the owner confirms the deletion of the transcription, and undoes it', async ({ signedIn: page }) => {
    await choose(page, 'Mais opções', 'Excluir');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expect(page).toHaveURL(/\/dashboard\/transcricoes$/);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(page).toHaveURL(new RegExp(`${id}$`));
    await expect(text(page)).toContainText('5');
  });

  test('a user of the keyboard controls player, speed and formats', async ({ signedIn: page }) => {
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 40; presses += 1) {
        const label = await page.evaluate<string>(
          "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
        );
        if (label === name) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${name} was not reached`);
    };
    await tabTo('Tocar');
    await page.keyboard.press('Enter');
    await expect.poll(() => currentTime(page)).toBeGreaterThan(0.2);
    await page.keyboard.press('Enter');
    await expect.poll(() => isPaused(page)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(slider(page)).toBeFocused();
    await page.keyboard.press('End');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', '0:05 de 0:05');
    await page.keyboard.press('Home');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', '0:00 de 0:05');
    await page.keyboard.press('ArrowRight');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', '0:05 de 0:05');
    await tabTo('Velocidade: 1×');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio', { name: '0,5×', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitemradio', { name: '0,75×' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(bar(page).getByRole('button', { name: 'Velocidade: 0,75×' })).toBeFocused();
    await page.getByRole('heading', { level: 1 }).getByRole('button').focus();
    await tabTo('Baixar');
    await page.keyboard.press('Enter');
    // Until the plan is known, the menu locks no format.
    await expect(page.getByText('Nos planos pagos')).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Baixar SRT' })).toBeFocused();
    await page.keyboard.press('End');
    // Radix moves the focus in a task of its own.
    await expect(page.getByRole('menuitem', { name: 'Dados (JSON)' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/plano$/);
  });
});

test('the text is the page, its owner collapses it into 300 px, and the browser remembers that', async ({
  signedIn: page,
  product,
}) => {
  const short = await heardTranscript(page, product, ['Bom dia.']);
  await page.goto(address(short.jobId));
  await expect(text(page)).toContainText('Bom dia.');
  await expect(page.getByRole('button', { name: 'Recolher texto' })).toHaveCount(0);
  const long = await heardTranscript(page, product, ['Uma frase que não cabe em poucas linhas. '.repeat(8)]);
  await page.goto(address(long.jobId));
  await expect(text(page)).toHaveCSS('max-height', 'none');
  await page.getByRole('button', { name: 'Recolher texto' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Abrir texto inteiro' })).toBeFocused();
  await expect(text(page)).toHaveCSS('max-height', '300px');
  await page.reload();
  await expect(text(page)).toHaveCSS('max-height', '300px');
  await page.getByRole('button', { name: 'Abrir texto inteiro' }).click();
  await expect(text(page)).toHaveCSS('max-height', 'none');
  await page.reload();
  await expect(text(page)).toContainText('Uma frase');
  await expect(text(page)).toHaveCSS('max-height', 'none');
});

test.describe('refusals and faults', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('the player replaces an expired address and continues at the same moment', async ({
    signedIn: page,
    product,
  }) => {
    const id = await sendAndWait({ page, product, bytes: await tones() });
    let requests = 0;
    await page.context().route('**/listening', (route) => {
      requests += 1;
      return route.fallback();
    });
    // The server refuses the first address and serves the second one.
    await page
      .context()
      .route('**/media?*', (route) => (requests < 2 ? route.fulfill({ status: 401 }) : route.fallback()));
    // Silent until the press, as a result of the search is.
    await page.goto(`${address(id)}?t=2.5&q=nada`);
    await bar(page).getByRole('button', { name: 'Tocar' }).click();
    await expect.poll(() => currentTime(page)).toBeGreaterThan(2.6);
    expect(requests).toBe(2);
    await expect(bar(page).getByRole('alert')).toBeHidden();
  });

  test('the player reports sound that does not load and offers a retry, and the page still shows the text', async ({
    signedIn: page,
    product,
  }) => {
    const id = await sendAndWait({ page, product, bytes: await tones() });
    await page.context().route('**/media?*', (route) => route.abort());
    await page.goto(address(id));
    await expect(bar(page).getByRole('alert')).toContainText('O som não carregou');
    await expect(text(page)).toContainText('5');
    await page.context().unroute('**/media?*');
    await bar(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.poll(() => currentTime(page)).toBeGreaterThan(0.2);
    await expect(bar(page).getByRole('alert')).toBeHidden();
  });

  test('the form keeps a typed title that the page cannot save', async ({ signedIn: page, product }) => {
    const id = await sendAndWait({ page, product, bytes: await tones() });
    await page.goto(address(id));
    await page.getByRole('button', { name: 'Editar título' }).click();
    await page.context().route(`**/api/transcribe/${id}`, (route) => route.abort());
    await page.keyboard.type('Aula um');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('O título não foi salvo.');
    await expect(page.getByLabel('Título')).toHaveValue('Aula um');
    await page.context().unroute(`**/api/transcribe/${id}`);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(heading(page)).toHaveText('Aula um');
  });

  test('the page reports that an unknown or invalid transcription is not found', async ({
    signedIn: page,
  }) => {
    for (const id of ['6a4b8a5e-9c60-4b0c-9d3f-97d1c3f4b111', 'nada']) {
      await page.goto(address(id));
      await expect(heading(page)).toHaveText('Transcrição não encontrada.');
    }
    await expectNoAxeViolations(page);
  });

  test('the page reports that a transcription does not load, and loads it on retry', async ({
    signedIn: page,
    product,
  }) => {
    test.slow();
    const id = await sendAndWait({ page, product, bytes: await tones() });
    const path = `**/api/transcribe/${id}`;
    const broken = { error: 'Algo deu errado.', code: 'internal', requestId: 'a1b2' };
    await page.context().route(path, (route) => route.fulfill({ status: 500, json: broken }));
    await page.goto(address(id));
    await expect(page.getByRole('alert')).toContainText('Não foi possível abrir esta transcrição', {
      timeout: 15_000,
    });
    await expect(page.getByRole('alert')).toContainText('a1b2');
    await page.context().unroute(path);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(text(page)).toContainText('5');
  });

  test('the page offers a retry for a transcription that failed on the server’s side', async ({
    signedIn: page,
    product,
  }) => {
    const id = await sendAndWait({ page, product, bytes: await tones() });
    let hasFailed = true;
    await showAs(page, id, () =>
      hasFailed ? { status: 'failed', reason_text: 'Tentamos várias vezes.', can_retry: true } : undefined,
    );
    await page.context().route(`**/api/transcribe/${id}/retry`, async (route) => {
      hasFailed = false;
      await route.fulfill({ status: 204 });
    });
    await page.goto(address(id));
    await expect(page.getByText('Tentamos várias vezes.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Enviar outro arquivo' })).toHaveAttribute(
      'href',
      '/dashboard/novo-arquivo',
    );
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(text(page)).toContainText('5');
  });

  test('the page polls every five seconds if no event stream connects', async ({
    signedIn: page,
    product,
  }) => {
    const id = await sendAndWait({ page, product, bytes: await tones() });
    await page.context().route('**/events', (route) => route.abort());
    let requests = 0;
    await showAs(page, id, () => {
      requests += 1;
      return requests === 1 ? { status: 'processing', revision: 0, segments: [] } : undefined;
    });
    await page.goto(address(id));
    await expect(page.getByText('Transcrição em andamento...')).toBeVisible();
    await expect(text(page)).toContainText('5', { timeout: 8_000 });
  });
});

test('the page of a queued transcription shows its text without a reload', { tag: '@always' }, async ({
  signedIn: page,
  product,
}) => {
  const id = await sendOne({ page, product, bytes: await tones() });
  await page.goto(address(id));
  await expect(text(page)).toContainText('5', { timeout: 20_000 });
  await expect(bar(page)).toBeVisible();
});

test('the page shows the progress and text of a running transcription, then the rest without a reload', async ({
  signedIn: page,
  product,
}) => {
  const id = await sendAndWait({ page, product, bytes: await tones() });
  const streamReleased = Promise.withResolvers<void>();
  await page.context().route('**/events', async (route) => {
    await streamReleased.promise;
    await route.fallback();
  });
  let requests = 0;
  await showAs(page, id, ({ segments }) => {
    requests += 1;
    if (requests > 1) return undefined;
    return {
      status: 'processing',
      revision: 0,
      progress: { percent: 37, seconds_left: 190 },
      segments: segments.slice(0, 1),
    };
  });
  await page.goto(address(id));
  await expect(page.getByText('37% · faltam cerca de 3 min')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Transcrição' })).toHaveAttribute('aria-valuenow', '37');
  await expect(text(page)).toContainText('1');
  await expect(text(page)).not.toContainText('5');
  await expect(page.getByText('Transcrição em andamento...')).toBeVisible();
  await expectNoAxeViolations(page);
  streamReleased.resolve();
  await expect(text(page)).toContainText('9');
  await expect(page.getByRole('button', { name: 'Baixar' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Transcrição concluída.' })).toBeAttached();
});

test('the page reports that a completed transcription has no speech', async ({ signedIn: page, product }) => {
  const id = await sendAndWait({ page, product, bytes: await tones() });
  await showAs(page, id, () => ({ text: '', segments: [], has_media: false }));
  await page.goto(address(id));
  await expect(page.getByText('Transcrição concluída, mas sem texto disponível.')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await expectNoAxeViolations(page);
});

test('the page handles three hours and a long title, in both themes', {
  tag: '@phone-too',
}, async ({ signedIn: page, product }) => {
  test.slow();
  const id = await sendAndWait({ page, product, bytes: await tones() });
  const sentence = 'A energia não se perde nem se cria: ela só muda de forma e muda de lugar.';
  const segments = spokenSegments(Array.from({ length: 2_000 }, () => sentence));
  const title = 'Seminário interdisciplinar de física e filosofia da ciência, gravação completa da manhã';
  await showAs(page, id, () => ({ segments, title, text: sentence, audio_duration: 10_800 }));
  await page.goto(address(id));
  // Wait longer, because the test itself first processes thirty thousand words.
  await expect(heading(page)).toHaveText(title, { timeout: 20_000 });
  await expect(slider(page)).toBeVisible();
  await heading(page).getByRole('button').click();
  await expect(page.getByText('180 min', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await text(page).getByRole('listitem').count()).toBeLessThan(60);
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadableColours(page);
});

test('the player shows a video with its picture and its subtitles', async ({ signedIn: page, product }) => {
  const id = await sendAndWait({ page, product, bytes: await tones('tones.mp4'), name: 'aula.mp4' });
  await page
    .context()
    .route('**/vtt', (route) =>
      route.fulfill({ contentType: 'text/vtt', body: 'WEBVTT\n\n00:01.000 --> 00:02.000\n1\n\n' }),
    );
  await page.goto(address(id));
  const video = page.getByLabel('Vídeo: aula.mp4');
  await expect.poll(() => media(page, 'videoWidth')).toBe(320);
  await video.click();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0.5);
  await page.keyboard.press('k');
  await expect.poll(() => isPaused(page)).toBe(true);
  await expect.poll(() => media(page, 'textTracks[0]?.cues?.length')).toBe(1);
  expect(await media(page, 'textTracks[0].mode')).toBe('showing');
  await page.getByRole('button', { name: 'Legendas' }).click();
  expect(await media(page, 'textTracks[0].mode')).toBe('hidden');
  await expectNoAxeViolations(page);
});
