import type { Locator, Page, Route } from '@playwright/test';
import type { SavedPrompt, Summary, SummaryList } from '#contract/summary.ts';
import { unprovedMark } from '#domain/evidence/unproved-mark.ts';
import { test as base, expect, expectNoAxeViolations, expectNoSidewaysScroll } from '../fixtures/fixtures.ts';
import { isApiCall, startGallery } from '../fixtures/shown-transcript.ts';

const test = base.extend<object, { gallery: string }>({
  gallery: [
    async ({ browserName: _ }, use) => {
      const { url, close } = await startGallery('summary.html');
      await use(url);
      await close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  product: [async ({ browserName: _ }, use) => use({ url: 'http://gallery.invalid' }), { scope: 'worker' }],
});

test.use({ expectedNoise: [/without an access token|Failed to load resource/] });

const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

const longText = `# Assunto

A reunião tratou do contrato [0:42](#t=42.3) e de ${'anticonstitucionalissimamente'.repeat(4)}.

A multa será paga até dezembro. ${unprovedMark}

#### Tarefas

| Tarefa | Responsável | Prazo | Situação | Observação |
| --- | --- | --: | --- | --- |
| Rever a minuta inteira do contrato | Ana Beatriz | 12 de março | aberta | nenhuma ${unprovedMark} |

- [x] Minuta enviada

<img src="https://mal.invalid/p.png"><script>document.title = 'tomado'</script> ![p](https://mal.invalid/q.png)`;

function summaryOf(at: number, changes: Partial<Summary> = {}): Summary {
  const covers = { from_ms: 0, to_ms: 10_692_000, duration_ms: 10_692_000, missing: [] };
  return {
    id: uuid(at),
    prompt: `Faça a versão ${at} deste resumo.`,
    text: `Texto da versão ${at}.`,
    model: 'um-modelo',
    is_sandbox: false,
    created_at: '2026-11-21T17:05:00.000Z',
    seconds: 42,
    input_tokens: 1,
    output_tokens: 1,
    covers,
    moments: [],
    text_changed: false,
    ...changes,
  };
}

type Served = {
  list: SummaryList;
  prompts: SavedPrompt[];
  generate: (route: Route) => Promise<void>;
  events: string;
};

const eventsOf = (...events: [string, unknown][]) =>
  events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
const stream = (route: Route, body: string) => route.fulfill({ contentType: 'text/event-stream', body });

/** Answers as the server does. A test can change the answers later. */
async function serve(page: Page, changes: Partial<Served> = {}): Promise<Served> {
  const served: Served = {
    list: { summaries: [], running: null, labels: { is_sandbox: false, model: 'um-modelo' } },
    prompts: [],
    generate: (route) => route.abort(),
    events: '',
    ...changes,
  };
  // A route of the page, because two tabs get different answers.
  await page.route(isApiCall, async (route) => {
    const { pathname } = new URL(route.request().url());
    const method = route.request().method();
    if (pathname.endsWith('/summaries')) return route.fulfill({ json: served.list });
    if (pathname.endsWith('/summary/generate')) return served.generate(route);
    if (pathname.endsWith('/summary/events')) return stream(route, served.events);
    if (method === 'GET') return route.fulfill({ json: served.prompts });
    if (method === 'POST') {
      const saved = { id: uuid(100 + served.prompts.length), ...route.request().postDataJSON() };
      served.prompts = [...served.prompts, saved];
      return route.fulfill({ json: saved });
    }
    served.prompts = served.prompts.filter(({ id }) => !pathname.endsWith(id));
    return route.fulfill({ status: 204 });
  });
  return served;
}

const promptBox = (page: Page) => page.getByRole('textbox', { name: 'Prompt do resumo' });
const openEditor = (page: Page) => press(page, 'Ver ou editar o prompt');
/** With a summary, the menu of its template opens the editor. */
async function openEditorByMenu(page: Page) {
  await page.getByRole('button', { name: /fazer outro resumo$/ }).click();
  await page.getByRole('menuitem', { name: 'Ver ou editar o prompt' }).click();
}
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('the page keeps an unsaved prompt over a reload and a refusal, and announces the refusal', async ({
  page,
  gallery,
}) => {
  const body = { error: 'Você já pediu muitos resumos.', code: 'too_many_requests', requestId: 'r' };
  await serve(page, {
    generate: (route) => route.fulfill({ status: 429, headers: { 'retry-after': '120' }, json: body }),
  });
  await page.goto(gallery);
  await openEditor(page);
  await expect(promptBox(page)).not.toBeEditable();
  await press(page, 'Editar Prompt');
  await expect(promptBox(page)).toBeFocused();
  // The cursor must be at the end of the prompt.
  await page.keyboard.type(' E mais.');
  await expect(promptBox(page)).toHaveValue(/conclusões\. E mais\.$/);
  await promptBox(page).fill('Só as datas.');
  await page.reload();
  await expect(promptBox(page)).toHaveValue('Só as datas.');
  await expect(promptBox(page)).toBeEditable();

  await promptBox(page).fill('curto');
  await press(page, 'Salvar e Bloquear');
  await expect(page.getByRole('alert')).toHaveText('Escreva ao menos 10 caracteres no prompt.');
  await expect(promptBox(page)).toBeEditable();
  // The focus ring must have the colour of the error, so that it does not hide the red border.
  const red = await page.evaluate<string>("getComputedStyle(document.querySelector('[role=alert]')).color");
  await expect(promptBox(page)).toHaveCSS('border-top-color', red);
  await expect(promptBox(page)).toHaveCSS('outline-color', red);

  // The page must not truncate a pasted text that is too long, and must show the error immediately.
  await promptBox(page).fill('a'.repeat(4_200));
  await expect(page.getByRole('alert')).toHaveText('Use no máximo 4.000 caracteres no prompt.');
  await expect(promptBox(page)).toHaveValue('a'.repeat(4_200));
  await expect(page.getByText('4.200 de 4.000 caracteres')).toBeVisible();
  await promptBox(page).fill('Só as datas, uma por linha.');
  await press(page, 'Gerar com este prompt');
  await expect(page.getByRole('alert')).toContainText('Erro ao gerar resumo. Tente novamente.');
  await expect(page.getByRole('alert')).toContainText('muitos resumos. Tente de novo em 2 minutos.');
  await expect(promptBox(page)).toHaveValue('Só as datas, uma por linha.');
  await expect(page.getByRole('button', { name: 'Gerar com este prompt' })).toBeEnabled();
});

test('the page resumes a broken stream and names missing parts', async ({ page, gallery }) => {
  const missing = [{ from_ms: 720_000, to_ms: 930_000 }];
  const covers = { from_ms: 0, to_ms: 10_692_000, duration_ms: 10_692_000, missing };
  const reading = { stage: 'reading', done_parts: 3, total_parts: 12, part_percent: 0 };
  const served = await serve(page);
  served.generate = async (route) => {
    served.list = { ...served.list, running: { prompt: 'Faça um resumo.', progress: null } };
    await stream(route, eventsOf(['progress', reading]));
  };
  served.events = eventsOf(['snapshot', { text: 'A reunião [0:4', progress: reading }]);
  await page.goto(gallery);
  await press(page, 'Resumo conciso');
  await expect(page.getByRole('button', { name: 'Gerando...' })).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('button', { name: 'Gerando...' })).toBeFocused();
  await expect(page.getByText('Lendo a transcrição: 3 de 12 partes')).toBeVisible();
  await expect(page.getByText('A reunião', { exact: true })).toBeVisible();
  await expectNoAxeViolations(page);

  const summary = summaryOf(1, { text: longText, covers });
  served.events = eventsOf(['finished', { summary }]);
  await expect(page.getByText('cobre 0:00 a 2:58:12 de 2:58:12')).toBeVisible();
  await expect(page.getByText('Ficou de fora: 12:00 a 15:30.')).toBeVisible();
  await press(page, 'Ouvir a partir de 0:42');
  await expect(page.locator('[data-played]')).toHaveText('42300');
  await expect(page).toHaveTitle('Resumo');
  const reach = `getComputedStyle(document.querySelector('button.summary-moment'), '::after').height`;
  expect(await page.evaluate<string>(reach)).toBe('40px');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await openEditorByMenu(page);
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width;
  const menuWidth = await widthOf(page.getByRole('button', { name: 'Prompts prontos' }));
  expect(menuWidth).toBe(await widthOf(promptBox(page)));
  await expectNoAxeViolations(page);
});

test('the page shows the previous version again after a summary fails during writing', async ({
  page,
  gallery,
}) => {
  const served = await serve(page);
  served.list = {
    ...served.list,
    summaries: [summaryOf(2), summaryOf(1, { is_sandbox: true, text_changed: true })],
  };
  let fail = () => {};
  const failureReleased = new Promise<void>((resolve) => {
    fail = resolve;
  });
  served.generate = async (route) => {
    await failureReleased;
    await stream(
      route,
      eventsOf(
        ['text', { delta: 'Metade' }],
        ['failed', { error: 'O modelo não respondeu.', code: 'internal' }],
      ),
    );
  };
  await page.goto(gallery);
  await expect(page.getByText('Texto da versão 2.')).toBeVisible();
  await expect(page.getByText('O texto mudou depois deste resumo.')).toBeHidden();
  await press(page, 'Gerar novamente com este prompt');
  // The existing summaries must stay readable and selectable while the model writes another one.
  await expect(page.getByRole('heading', { name: 'Resumo gerado:' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Resumo anterior:' })).toBeVisible();
  await expect(page.getByText('Texto da versão 2.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Versão' })).toBeVisible();
  fail();
  await expect(page.getByRole('alert')).toContainText('Erro ao gerar resumo. Tente novamente.');
  await expect(page.getByRole('alert')).toContainText('O modelo não respondeu.');
  await expect(page.getByRole('heading', { name: 'Resumo anterior:' })).toBeHidden();
  await expect(page.getByText('Texto da versão 2.')).toBeVisible();
  const versions = page.getByRole('combobox', { name: 'Versão' });
  await expect(versions.locator('option').first()).toHaveText(
    '2 (atual) · Faça a versão 2 deste… · 21/11/2026, 14:05',
  );
  await versions.selectOption(uuid(1));
  await expect(page.getByText('Texto da versão 1.')).toBeVisible();
  await expect(page.getByText('O texto mudou depois deste resumo.')).toBeVisible();
  await expect(page.getByText('Resumo de teste:')).toBeVisible();
  await page.getByText('Ver o prompt deste resumo').click();
  await press(page, 'Usar este prompt de novo');
  await expect(promptBox(page)).toHaveValue('Faça a versão 1 deste resumo.');
});

test('a user copies a summary, and downloads it under the server’s name', async ({
  page,
  gallery,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const served = await serve(page);
  served.list = {
    ...served.list,
    summaries: [summaryOf(1, { text: `Decidido [0:42](#t=42.3). A multa será paga. ${unprovedMark}` })],
  };
  const name = "attachment; filename*=UTF-8''Reuni%C3%A3o%20(resumo).pdf";
  await page.route('**/api/summaries/*/pdf', (route) =>
    route.fulfill({ headers: { 'content-disposition': name }, body: 'um' }),
  );
  await page.route('**/api/summaries/*/docx', (route) => route.abort());
  await page.goto(gallery);
  await press(page, 'Copiar resumo');
  await expect(page.getByRole('button', { name: 'Resumo copiado!' })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    'Decidido (0:42). A multa será paga. (sem trecho que comprove)',
  );
  await press(page, 'Baixar resumo');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'PDF' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('Reunião (resumo).pdf');
  await press(page, 'Baixar resumo');
  await page.getByRole('menuitem', { name: 'Word (DOCX)' }).click();
  await expect(page.getByRole('alert')).toHaveText('Erro ao fazer download. Tente novamente.');
});

test('the page without a model disables summaries and states the reason', async ({ page, gallery }) => {
  const served = await serve(page);
  served.list = { ...served.list, labels: { is_sandbox: false, model: null } };
  await page.goto(gallery);
  await expect(page.getByText('não é possível gerar resumos')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resumo conciso' })).toBeDisabled();
  await openEditor(page);
  await expect(page.getByRole('button', { name: 'Gerar com este prompt' })).toBeDisabled();
});

test('a user chooses prompts, saves one under a name, deletes it and restores it', async ({
  page,
  gallery,
}) => {
  const served = await serve(page);
  await page.goto(gallery);
  await openEditor(page);
  await press(page, 'Prompts prontos');
  await page.getByRole('menuitemradio', { name: 'Ata de reunião' }).click();
  await expect(promptBox(page)).toHaveValue(/^Escreva a ata desta reunião/);
  await press(page, 'Prompts prontos');
  await page.getByRole('menuitem', { name: 'Guardar este prompt…' }).click();
  await expect(page.getByLabel('Nome')).toBeFocused();
  await press(page, 'Guardar prompt');
  await expect(page.getByText('Dê um nome ao prompt.')).toBeVisible();
  await page.getByLabel('Nome').fill('Da diretoria');
  await press(page, 'Guardar prompt');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(served.prompts.map(({ name }) => name)).toEqual(['Da diretoria']);

  await press(page, 'Prompts prontos');
  await expect(page.getByRole('menuitemradio', { name: 'Da diretoria' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Excluir prompts guardados…' }).click();
  await expectNoAxeViolations(page);
  await press(page, 'Excluir Da diretoria');
  await expect(page.getByText('Nenhum prompt guardado.')).toBeVisible();
  expect(served.prompts).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Desfazer' }).click();
  await expect.poll(() => served.prompts.map(({ name }) => name)).toEqual(['Da diretoria']);
});

test('a user can restore their own prompt after a template replaced it and after further typing', async ({
  page,
  gallery,
}) => {
  const prompt = 'Só o que a diretoria decidiu.';
  const name = 'Ata da diretoria, com os nomes de quem votou contra cada uma das propostas';
  const prompts = Array.from({ length: 20 }, (_, at) => ({ id: uuid(100 + at), name, prompt }));
  await serve(page, { prompts });
  await page.goto(gallery);
  await openEditor(page);
  await press(page, 'Editar Prompt');
  await promptBox(page).fill('Só as datas, uma por linha.');
  await press(page, 'Prompts prontos');
  const menu = await page.getByRole('menu').boundingBox();
  expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(900 - 12);
  await expect(page.getByRole('menuitem', { name: 'Excluir prompts guardados…' })).toBeInViewport();
  await page.getByRole('menuitemradio', { name: 'Entrevista' }).click();
  await expect(promptBox(page)).toHaveValue(/^Resuma esta entrevista/);
  await page.keyboard.press('Control+z');
  await expect(promptBox(page)).toHaveValue('Só as datas, uma por linha.');

  await press(page, 'Restaurar Padrão');
  await expect(page.getByText('Prompt padrão restaurado.')).toBeVisible();
  await promptBox(page).pressSequentially(' Mais uma frase.');
  await expect(page.getByRole('button', { name: 'Desfazer' })).toBeHidden();
  await expect(promptBox(page)).toHaveValue(/conclusões\. Mais uma frase\.$/);

  await page.reload();
  await press(page, 'Prompts prontos');
  await page.getByRole('menuitem', { name: 'Voltar ao meu texto' }).click();
  await expect(promptBox(page)).toHaveValue('Só as datas, uma por linha.');
  await press(page, 'Desfazer');
  await expect(promptBox(page)).toHaveValue(/Mais uma frase\.$/);
  await expect(promptBox(page)).toBeFocused();
});

test('another tab shows a running summary, and the page reports it after a second request', async ({
  page,
  gallery,
  context,
}) => {
  const running = { prompt: 'Faça um resumo.', progress: null };
  const other = await context.newPage();
  const otherAnswers = await serve(other);
  await other.goto(gallery);
  await expect(other.getByRole('button', { name: 'Resumo conciso' })).toBeVisible();
  const started = eventsOf(['snapshot', { text: 'Já se', progress: null }]);
  const answers = await serve(page, { events: started });
  // Show the tab, because a background tab renders only occasionally.
  await page.bringToFront();
  await page.goto(gallery);
  answers.generate = async (route) => {
    const error = 'Já há um resumo em andamento com outro prompt. Espere ele terminar e tente de novo.';
    answers.list = { ...answers.list, running };
    await route.fulfill({ status: 409, json: { error, code: 'summary_running', requestId: 'r' } });
  };
  await press(page, 'Resumo conciso');
  await expect(page.getByRole('button', { name: 'Gerando...' })).toBeVisible();
  await expect(page.getByText('Já há um resumo em andamento')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  const finished = eventsOf(['finished', { summary: summaryOf(1) }]);
  answers.list = { ...answers.list, running: null, summaries: [summaryOf(1)] };
  answers.events = finished;
  await expect(page.getByText('Texto da versão 1.')).toBeVisible();
  await expect(page.getByText('Já há um resumo em andamento')).toBeHidden();

  otherAnswers.list = { ...otherAnswers.list, running };
  otherAnswers.events = started;
  answers.generate = (route) => stream(route, eventsOf(['finished', { summary: summaryOf(2) }]));
  await press(page, 'Gerar novamente com este prompt');
  await expect(other.getByRole('button', { name: 'Gerando...' })).toBeVisible();
  otherAnswers.list = { ...otherAnswers.list, running: null, summaries: [summaryOf(1)] };
  otherAnswers.events = finished;
  await expect(other.getByText('Texto da versão 1.')).toBeVisible();
});
