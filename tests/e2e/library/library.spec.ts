import type { Page } from '@playwright/test';
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectWellDrawn,
  toastOf,
} from '../fixtures/fixtures.ts';
import { expect, test } from '../fixtures/library-fixture.ts';

const list = '/dashboard/transcricoes';
const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) >= 1280;
const rows = (page: Page) =>
  isWide(page)
    ? page.locator('tbody tr')
    : page.getByRole('list', { name: 'Transcrições' }).getByRole('listitem');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const remove = (page: Page, name: string) =>
  page.getByRole('button', { name: `Excluir ${name}`, exact: true });
const choose = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Selecionar ${name}`, exact: true });
const view = (page: Page, name: string) => page.getByRole('link', { name: `Ver ${name}`, exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar nas transcrições' });
const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' });

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const lessons = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `Aula ${index + 1}`,
    createdAt: minutesAgo(index),
    durationMs: (index + 1) * 60_000,
  }));

test('a new user reads instructions and opens the example', { tag: '@phone-too' }, async ({
  signedIn: page,
}) => {
  await page.goto(list);
  await expect(page.getByRole('heading', { level: 1, name: 'Minhas Transcrições' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Nova transcrição', exact: true })).toHaveAttribute(
    'href',
    '/dashboard/novo-arquivo',
  );
  await expect(page.getByText('Aqui ficam as suas transcrições')).toBeVisible();
  await expectWellDrawn(page);
  await page.getByRole('button', { name: 'Abrir uma transcrição de exemplo' }).click();
  await expect(page).toHaveURL(/\/dashboard\/transcricoes\/[0-9a-f-]{36}$/);
});

test('the list names every state of a transcription and has a correct layout', {
  tag: ['@phone-too', '@always'],
}, async ({ signedIn: page, library }) => {
  const long = `Reunião ${'muito longa '.repeat(14)}${'semespacos'.repeat(12)}`.slice(0, 200);
  await library.insert([
    { title: long, durationMs: 89_000, createdAt: new Date('2026-11-21T17:05:00Z'), sentences: ['Bom dia.'] },
    { title: null, fileName: 'entrevista.m4a', durationMs: 20_000 },
    { title: '  ', fileName: '' },
    { title: 'Espera', status: 'pending', reason: 'waiting_for_turn' },
    { title: 'Anda', status: 'processing', heardMs: 1_000 },
    { title: 'Muda', status: 'error', reason: 'no_audio' },
    { title: 'Cansada', status: 'failed', reason: 'retries_spent', originalKey: 'x' },
  ]);
  await page.goto(list);
  await expect(rows(page)).toHaveCount(7);
  await expect(rowOf(page, 'Reunião')).toContainText('1 min');
  await expect(rowOf(page, 'Reunião')).toContainText('Concluída');
  await expect(rowOf(page, 'entrevista.m4a')).toContainText('menos de 1 min');
  await expect(rowOf(page, 'Sem título')).toHaveCount(1);
  await expect(rowOf(page, 'Espera')).toContainText('Na fila: começa assim que houver vez.');
  await expect(rowOf(page, 'Anda')).toContainText(/Em andamento\d+%/);
  await expect(rowOf(page, 'Muda')).toContainText('Este vídeo não possui áudio.');
  await expect(rowOf(page, 'Muda').getByRole('button', { name: /Tentar de novo/ })).toHaveCount(0);
  await expect(rowOf(page, 'Cansada').getByRole('button', { name: /Tentar de novo/ })).toBeVisible();
  await expect(page.getByText('7 transcrições')).toBeVisible();
  await expectWellDrawn(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});

test('a failed transcription has a hint for mouse and keyboard', async ({ signedIn: page, library }) => {
  await library.insert([{ title: 'Muda', status: 'error', reason: 'no_audio' }]);
  await page.goto(list);
  const disabled = page.getByRole('button', { name: 'Ver Muda: Transcrição com erro' });
  await expect(disabled).toHaveAttribute('aria-disabled', 'true');
  await expect(view(page, 'Muda')).toHaveCount(0);
  const hint = page.getByRole('tooltip', { name: 'Transcrição com erro' });
  await disabled.hover();
  await expect(hint).toBeVisible();
  await page.mouse.move(0, 0, { steps: 5 });
  await expect(hint).toBeHidden();
  await choose(page, 'Muda').focus();
  await page.keyboard.press('Tab');
  await expect(disabled).toBeFocused();
  await expect(hint).toBeVisible();
});

test.describe('on a touch device', () => {
  test.use({ hasTouch: true, isMobile: true });
  test('a failed transcription has a hint', { tag: '@phone' }, async ({ signedIn: page, library }) => {
    await library.insert([{ title: 'Muda', status: 'error', reason: 'no_audio' }]);
    await page.goto(list);
    await page.getByRole('button', { name: 'Ver Muda: Transcrição com erro' }).tap({ force: true });
    await expect(page.getByRole('tooltip', { name: 'Transcrição com erro' })).toBeVisible();
  });
});

test('the list offers a retry for a transcription that failed on the server’s side', async ({
  signedIn: page,
  library,
}) => {
  await library.insert([
    { title: 'Cansada', status: 'failed', reason: 'retries_spent', originalKey: 'x', usageState: 'returned' },
  ]);
  await page.goto(list);
  const retryResponse = page.waitForResponse(/\/api\/transcribe\/[^/]+\/retry$/);
  await page.getByRole('button', { name: 'Tentar de novo: Cansada' }).click();
  expect((await retryResponse).status()).toBe(204);
  await expect(rowOf(page, 'Cansada')).not.toContainText('Tentamos várias vezes');
});

test('the address contains filter, order and page, and the back button restores each of them', async ({
  signedIn: page,
  library,
}) => {
  await library.insert([...lessons(12), { title: 'Anda', status: 'pending', createdAt: minutesAgo(60) }]);
  await page.goto(list);
  await page.evaluate('globalThis.sameDocument = true');
  await expect(page.getByText('Página 1 de 2')).toBeVisible();
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(page).toHaveURL(`${list}?page=2`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Duração' }).click();
  await expect(page).toHaveURL(`${list}?sort=audio_duration`);
  await expect(rows(page).first()).toContainText('Aula 12');
  await expect(page.getByRole('columnheader', { name: 'Duração' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.getByRole('button', { name: 'Duração' }).click();
  await expect(page.getByRole('columnheader', { name: 'Duração' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('columnheader', { name: 'Data' })).toHaveAttribute('aria-sort', 'none');
  await page.getByLabel('Filtrar por status').selectOption('Em andamento');
  await expect(page).toHaveURL(`${list}?status=pending&sort=audio_duration&order=asc`);
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await expect(page.getByText('13 transcrições')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByText('Página 2 de 2')).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(`${list}?sort=audio_duration`);
  expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
});

test('the error filter shows failed rows, including one that fails while the list is open', async ({
  signedIn: page,
  library,
}) => {
  const [running] = await library.insert([
    { title: 'Anda', status: 'processing' },
    { title: 'Quebrou', status: 'failed', reason: 'retries_spent' },
    { title: 'Pronta' },
  ]);
  await page.goto(`${list}?status=pending`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Anda');
  await library.change(running as string, { status: 'error', reason: 'retries_spent' });
  await expect(page.getByText('Nenhuma transcrição em andamento')).toBeVisible();
  await page.getByLabel('Filtrar por status').selectOption('Com erro');
  await expect(page).toHaveURL(`${list}?status=failed`);
  await expect(page.getByText('2 transcrições')).toBeVisible();
  await expect(rowOf(page, 'Anda')).toContainText('Com erro');
  await expect(rowOf(page, 'Quebrou')).toContainText('Com erro');
});

test('an invalid address shows the plain list, and a page beyond the end shows the last one', async ({
  signedIn: page,
  library,
}) => {
  await library.insert(lessons(11));
  await page.goto(`${list}?status=morto&sort=cor&page=-3`);
  await expect(page.getByText('Página 1 de 2')).toBeVisible();
  await page.goto(`${list}?page=99`);
  await expect(page).toHaveURL(`${list}?page=2`);
  await expect(rows(page)).toHaveCount(1);
});

test('the list shows the old rows until the new ones arrive', async ({ signedIn: page, library }) => {
  await library.insert(lessons(11));
  await page.goto(list);
  await expect(rows(page)).toHaveCount(10);
  const released = Promise.withResolvers<void>();
  await page.context().route('**/api/transcriptions?**', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(page.getByText('Página 2 de 2')).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(1);
  released.resolve();
  await expect(rows(page)).toHaveCount(1);
});

test('a search finds a spoken word, marks it in its sentence, and links to its moment in the recording', {
  tag: ['@phone-too', '@always'],
}, async ({ signedIn: page, library }) => {
  const [id] = await library.insert([
    { title: 'Ecologia', sentences: ['Bom dia, pessoal.', 'A prova de quinta é sobre sucessão.', 'Até lá.'] },
    { title: 'Geometria', sentences: ['Hoje só há retas.'] },
  ]);
  await page.goto(list);
  await search(page).fill('SUCESSAO');
  await expect(page).toHaveURL(`${list}?q=SUCESSAO`);
  await expect(rows(page)).toHaveCount(1);
  const hit = page.getByRole('link', { name: /A prova de quinta é sobre sucessão/ });
  await expect(hit.locator('mark')).toHaveText('sucessão');
  await expect(hit).toHaveAttribute('href', `/dashboard/transcricoes/${id}?t=5&q=SUCESSAO`);
  await expectWellDrawn(page);

  await search(page).fill('unicórnio');
  await expect(page.getByText('Nada encontrado para “unicórnio”')).toBeVisible();
  await expectWellDrawn(page);
  await page.getByRole('button', { name: 'Limpar busca' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue('');
  await page.goBack();
  await expect(search(page)).toHaveValue('unicórnio');
});

test('clearing a search without results shows the list as loading', async ({ signedIn: page, library }) => {
  await library.insert(lessons(2));
  await page.goto(`${list}?q=unicórnio`);
  await expect(page.getByText('Nada encontrado para “unicórnio”')).toBeVisible();
  const released = Promise.withResolvers<void>();
  await page.context().route('**/api/transcriptions*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Limpar busca' }).click();
  await expect(page.getByRole('status', { name: 'Carregando transcrições' })).toBeVisible();
  await expect(page.getByText('Aqui ficam as suas transcrições')).toBeHidden();
  released.resolve();
  await expect(rows(page)).toHaveCount(2);
  await expect(search(page)).toBeFocused();
});

test('a typed search sends one request, and the back button clears the search', async ({
  signedIn: page,
  library,
}) => {
  await library.insert(lessons(3));
  await page.goto(list);
  await expect(rows(page)).toHaveCount(3);
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('?q=')) searches.push(new URL(request.url()).search);
  });
  await search(page).pressSequentially('aula 2', { delay: 30 });
  await expect(rows(page)).toHaveCount(1);
  expect(searches).toEqual(['?q=aula+2']);
  await page.goBack();
  await expect(rows(page)).toHaveCount(3);
  await expect(search(page)).toHaveValue('');
});

test('the list asks before a deletion, and its toast undoes the deletion', {
  tag: ['@phone-too', '@always'],
}, async ({ signedIn: page, library }) => {
  await library.insert(lessons(3));
  await page.goto(list);
  await remove(page, 'Aula 2').click();
  await expect(page.getByRole('alertdialog')).toContainText('“Aula 2” sai da sua lista.');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(remove(page, 'Aula 2')).toBeFocused();
  await remove(page, 'Aula 2').click();
  await confirm(page).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(toastOf(page, 'Transcrição excluída.')).toBeVisible();
  await expect(remove(page, 'Aula 3')).toBeFocused();
  await expectWellDrawn(page);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
});

test('a user of the keyboard sorts, selects, deletes and undoes', async ({ signedIn: page, library }) => {
  await library.insert(lessons(4));
  await page.goto(list);
  await expect(rows(page)).toHaveCount(4);
  await page.getByLabel('Filtrar por status').focus();
  const all = page.getByRole('checkbox', { name: 'Selecionar todas desta página' });
  for (let steps = 0; steps < 3; steps += 1) {
    if (await all.evaluate((box) => box === box.ownerDocument.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(all).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${list}?order=asc`);
  await expect(rows(page).first()).toContainText('Aula 4');

  await choose(page, 'Aula 4').focus();
  await page.keyboard.press('Space');
  await expect(all).toHaveAttribute('aria-checked', 'mixed');
  await choose(page, 'Aula 3').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Excluir selecionados (2)' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(remove(page, 'Aula 2')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(4);
  await expect(toastOf(page, '2 transcrições excluídas.')).toBeHidden();

  await remove(page, 'Aula 1').press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Desfazer' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(4);
});

test('the list shows the previous page after the deletion of a whole last page', {
  tag: '@phone-too',
}, async ({ signedIn: page, library }) => {
  await library.insert(lessons(13));
  await page.goto(`${list}?page=2`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('checkbox', { name: /^Selecionar todas/ }).click();
  await page.getByRole('button', { name: 'Excluir selecionados (3)' }).click();
  await expectNoSidewaysScroll(page);
  await confirm(page).click();
  await expect(page).toHaveURL(list);
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByText('10 transcrições')).toBeAttached();
  await expect(page.getByRole('button', { name: /Excluir selecionados/ })).toHaveCount(0);
  await expect(page.getByText('Página 1 de')).toHaveCount(0);
});

test('the selection covers only the visible page', async ({ signedIn: page, library }) => {
  await library.insert(lessons(11));
  await page.goto(list);
  await choose(page, 'Aula 1').click();
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: /Excluir selecionados/ })).toHaveCount(0);
});

test('the list shows the first steps and focuses the heading after the last deletion', async ({
  signedIn: page,
  library,
}) => {
  await library.insert([{ title: 'Única' }]);
  await page.goto(list);
  await remove(page, 'Única').click();
  await confirm(page).click();
  await expect(page.getByText('Aqui ficam as suas transcrições')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('a row shows changes of its transcription immediately, without polling', async ({
  signedIn: page,
  library,
}) => {
  const [id = ''] = await library.insert([
    { title: 'Anda', status: 'processing', heardMs: 1_000 },
    { title: 'Pronta' },
  ]);
  await page.goto(list);
  await expect(rowOf(page, 'Anda')).toContainText('Em andamento');
  await library.hear(id, ['Bom dia.', 'Registro a presença da secretária.']);
  await expect(rowOf(page, 'Anda')).toContainText('“Registro a presença da secretária.”');
  await library.change(id, { status: 'completed', completedAt: new Date() });
  await expect(rowOf(page, 'Anda')).toContainText('Concluída');
  await expect(rowOf(page, 'Anda')).not.toContainText('“');
  await library.change(id, { isDeleted: true, deletedAt: new Date() });
  await expect(rows(page)).toHaveCount(1);
});

test.describe('when the server or the connection fails', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/Failed to load resource/]) });

  test('the list reports the failure and offers a retry, and a failed deletion keeps its dialog', {
    tag: '@phone-too',
  }, async ({ signedIn: page, library }) => {
    await library.insert(lessons(2));
    const body = JSON.stringify({ error: 'Sem acesso.', code: 'forbidden', requestId: 'r-1' });
    const fail = { status: 403, contentType: 'application/json', body };
    await page.context().route('**/api/transcriptions', (route) => route.fulfill(fail));
    await page.goto(list);
    await expect(page.getByText('Não foi possível carregar suas transcrições')).toBeVisible();
    await expectWellDrawn(page);
    await page.context().unroute('**/api/transcriptions');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(rows(page)).toHaveCount(2);

    await page.context().route('**/api/transcriptions/delete', (route) => route.fulfill(fail));
    await remove(page, 'Aula 1').click();
    await confirm(page).click();
    await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText('Sem acesso.');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(rows(page)).toHaveCount(2);
  });

  test('the list without its event stream polls every five seconds while a transcription runs', async ({
    signedIn: page,
    library,
  }) => {
    await page.context().route('**/api/transcriptions/events', (route) => route.abort());
    const [id = ''] = await library.insert([{ title: 'Anda', status: 'processing', heardMs: 1_000 }]);
    await page.goto(list);
    await expect(rowOf(page, 'Anda')).toContainText('Em andamento');
    await library.change(id, { status: 'completed', completedAt: new Date() });
    await expect(rowOf(page, 'Anda')).toContainText('Concluída', { timeout: 8_000 });
  });
});
