import type { Page } from '@playwright/test';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { storeHearing } from '#tests/helpers/stored-hearing.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { readJob } from '#tests/helpers/upload-recording.ts';
import { paths } from '#web/app/paths.ts';
import { playedMs, tabTo, type World } from '../fixtures/doubtful-text.ts';
import { expect, expectNoAxeViolations, test } from '../fixtures/fixtures.ts';
import { selectWords } from '../fixtures/selected-words.ts';
import { sendAndWait, tokenOf, tones } from '../fixtures/transcription-api.ts';

type Options = {
  bytes?: Buffer;
  isNamed?: boolean;
  change?: (segments: StoredSegment[]) => StoredSegment[];
};

/** A hearing of 58 minutes whose four voices take turns of twelve segments. Its sound is as long as the bytes. */
async function openHearing({ page, product, db }: World, { bytes, isNamed, change }: Options = {}) {
  const id = await sendAndWait({ page, product, bytes: bytes ?? (await tones()) });
  await storeHearing(db, id, {
    turnSegments: 12,
    ...(isNamed !== undefined && { isNamed }),
    ...(change && { change }),
  });
  const url = paths.transcription(id);
  await openText(page, url);
  const token = await tokenOf(page);
  return { id, url, read: () => readJob(product, token, id) };
}

async function openText(page: Page, url: string) {
  await page.goto(url);
  await expect(page.locator('[data-word]').first()).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Posição na gravação' })).toBeVisible();
}

const withoutVoices = (segments: StoredSegment[]) => segments.map(({ speaker: _, ...rest }) => rest);
const name = (page: Page, text: string) => page.getByRole('button', { name: `${text}: mudar quem fala` });
const list = (page: Page) => page.getByRole('dialog', { name: 'Quem fala' });
const field = (page: Page) => page.getByLabel('Nome de quem fala');
const option = (page: Page, text: string) => list(page).getByRole('option', { name: text, exact: true });
const segmentOfTurn = (page: Page, turn: number) => page.locator(`[data-segment="${turn * 12}"]`);
/** The notice, and not the copy of it that a screen reader hears. */
const notice = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const isSaved = (page: Page) => expect(page.getByText('Salvando…')).toHaveCount(0);
const turnsOf = (segments: readonly { speaker?: string | undefined }[]) =>
  Array.from({ length: Math.floor(segments.length / 12) }, (_, turn) => segments[turn * 12]?.speaker);

test('a person with a keyboard alone names four voices of an hour and repairs three wrong turns', {
  tag: '@always',
}, async ({ signedIn: page, product, db }) => {
  const wrong = new Map([
    [5, 'speaker_3'],
    [10, 'speaker_0'],
    [15, 'speaker_1'],
  ]);
  const { read } = await openHearing(
    { page, product, db },
    {
      isNamed: false,
      change: (segments) =>
        segments.map((segment, at) => ({
          ...segment,
          speaker: wrong.get(Math.floor(at / 12)) ?? segment.speaker,
        })),
    },
  );
  const names = ['Moraes', 'Lúcia', 'Paulo', 'Aurora'];
  await tabTo(page, '[data-turn-name]');
  for (const [at, each] of names.entries()) {
    await expect(name(page, `Pessoa ${at + 1}`).first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(each);
    await page.keyboard.press('Enter');
    await expect(name(page, each).first()).toBeFocused();
    if (at < 3) await page.keyboard.press('ArrowDown');
  }
  // Turn 3 has the focus. Each press goes to the next turn.
  let turn = 3;
  for (const [at, right] of [
    [5, 'Lúcia'],
    [10, 'Paulo'],
    [15, 'Aurora'],
  ] as const) {
    for (; turn < at; turn += 1) {
      await page.keyboard.press('ArrowDown');
      await expect(
        segmentOfTurn(page, turn + 1).and(page.locator('li:has([data-turn-name]:focus) *')),
      ).toHaveCount(1);
    }
    // By the typed name, by the arrow keys, and by the number.
    if (at === 5) {
      await page.keyboard.press('Enter');
      await expect(field(page)).toBeFocused();
      await page.keyboard.type(right.toLowerCase());
      await page.keyboard.press('Enter');
    } else if (at === 10) {
      await page.keyboard.press('Enter');
      await expect(field(page)).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect(option(page, 'Paulo')).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
    } else await page.keyboard.press('4');
    await expect(notice(page, `Este trecho agora é de ${right}.`)).toBeVisible();
    await expect(name(page, right).and(page.locator(':focus'))).toHaveCount(1);
  }
  await isSaved(page);
  await expect.poll(async () => turnsOf((await read()).segments).length).toBe(36);
  const found = await read();
  expect(turnsOf(found.segments)).toEqual(Array.from({ length: 36 }, (_, at) => `speaker_${at % 4}`));
  expect(Object.values(found.speaker_names)).toEqual(names);
  const assigned = found.segments.filter((segment) => segment.assigned === true);
  expect(new Set(assigned.map(({ id }) => Math.floor(id / 12)))).toEqual(new Set(wrong.keys()));
});

test('an interview of ten minutes without voices gets two names in at most 30 presses', async ({
  signedIn: page,
  product,
  db,
}) => {
  test.slow();
  const changes = [1, 4, 5, 9, 12, 13, 17, 21, 24, 28, 30];
  const { read } = await openHearing(
    { page, product, db },
    {
      bytes: await recordingOf(600),
      change: (segments) => withoutVoices(segments.filter((segment) => segment.end_ms < 600_000)),
    },
  );
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  const { segments } = await read();
  await press('k');
  await expect.poll(() => playedMs(page)).toBeGreaterThan(0);
  await press('1');
  await expect(name(page, 'Pessoa 1')).toHaveCount(1);
  // Ten minutes of listening would make the test as long, so the sound jumps to where the other one begins.
  for (const [at, id] of changes.entries()) {
    const ms = (segments[id]?.start_ms ?? 0) + 1_000;
    await page.evaluate(`document.querySelector('audio').currentTime = ${ms / 1_000}`);
    await expect.poll(() => playedMs(page)).toBeGreaterThanOrEqual(ms);
    await press(at % 2 === 0 ? '2' : '1');
    await expect(notice(page, `agora é de Pessoa ${at % 2 === 0 ? 2 : 1}.`)).toBeVisible();
  }
  await press('k');
  for (const [at, each] of ['Ana', 'Beto'].entries()) {
    presses += 1;
    await name(page, `Pessoa ${at + 1}`)
      .first()
      .click();
    await expect(field(page)).toBeFocused();
    for (const letter of each) await press(letter);
    await press('Enter');
    await expect(name(page, each).first()).toBeVisible();
  }
  expect(presses).toBeLessThanOrEqual(30);
  await isSaved(page);
  await expect
    .poll(async () => Object.values((await read()).speaker_names).toSorted())
    .toEqual(['Ana', 'Beto']);
  const found = await read();
  const nameAt = (id: number) => found.speaker_names[found.segments[id]?.speaker ?? ''];
  for (const { id } of found.segments) {
    const before = changes.filter((change) => change <= id).length;
    expect(`${id} ${nameAt(id)}`).toBe(`${id} ${before % 2 === 0 ? 'Ana' : 'Beto'}`);
  }
});

test('two voices are merged, and the merge is undone and redone, also after a reload and in another tab', async ({
  signedIn: page,
  context,
  product,
  db,
}) => {
  const { url, read } = await openHearing({ page, product, db });
  const [moraes, lucia] = ['Presidente Moraes', 'Secretária Lúcia'];
  await name(page, lucia).first().click();
  await list(page).getByLabel('Em todos').check();
  await expectNoAxeViolations(page);
  await option(page, `Juntar com ${moraes}`).click();
  await expect(name(page, lucia)).toHaveCount(0);
  await expect(notice(page, `${lucia} e ${moraes} agora são uma pessoa só.`)).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).last().click();
  await expect(name(page, lucia).first()).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(name(page, lucia)).toHaveCount(0);
  await isSaved(page);
  await expect.poll(async () => Object.values((await read()).speaker_names)).not.toContain(lucia);

  const other = await context.newPage();
  await openText(other, url);
  await expect(name(other, lucia)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(name(page, lucia).first()).toBeVisible();
  await expect.poll(async () => Object.values((await read()).speaker_names)).toContain(lucia);
  // The other tab hears of it with its next save, and can take back what this one did.
  await name(other, moraes).first().click();
  await field(other).fill('Moraes');
  await other.keyboard.press('Enter');
  await expect(name(other, lucia).first()).toBeVisible();
  await isSaved(other);
  await expect.poll(async () => Object.values((await read()).speaker_names)).toContain('Moraes');
  await other.keyboard.press('Control+z');
  await expect(name(other, lucia)).toHaveCount(0);
  await expect.poll(async () => Object.values((await read()).speaker_names)).not.toContain(lucia);
});

test('an assignment without a connection is saved later, and also after a reload', async ({
  signedIn: page,
  expectedNoise,
  product,
  db,
}) => {
  const { url, read } = await openHearing({ page, product, db });
  expectedNoise.push(/ERR_FAILED/);
  await page.context().route('**/api/transcribe/*/text', (route) => route.abort());
  await name(page, 'Secretária Lúcia').first().click();
  await option(page, 'Nova pessoa').click();
  await expect(notice(page, 'Este trecho agora é de Pessoa 2.')).toBeVisible();
  await expect(page.getByText('Não salvo: sem conexão. Tentamos de novo.')).toBeVisible();
  await page.context().unroute('**/api/transcribe/*/text');
  await openText(page, url);
  await expect(name(page, 'Pessoa 2')).toHaveCount(1);
  await expect.poll(async () => (await read()).segments[12]?.assigned).toBe(true);
});

test('in a text without voices the selection asks who speaks, and Escape brings the selection back', async ({
  signedIn: page,
  account,
  product,
  db,
}) => {
  const { read } = await openHearing({ page, product, db }, { change: withoutVoices });
  const { segments } = await read();
  await insertTranscription(
    { db },
    { userId: account.userId, segments, speakerNames: { A: 'Clara', B: 'Pessoa 2' } },
  );
  const words = segments.map(({ text }) => text.split(' '));
  const select = () =>
    selectWords(page, { segment: 1, word: words[1]?.[0] ?? '' }, { segment: 2, word: words[2]?.[1] ?? '' });
  await select();
  await page.getByRole('button', { name: 'Quem fala?' }).click();
  await expect(field(page)).toBeFocused();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('toolbar', { name: 'Fala selecionada' })).toBeVisible();
  await page.keyboard.press('q');
  // A name from another recording.
  await option(page, 'Clara usado antes').click();
  await expect(name(page, 'Clara')).toBeFocused();
  await isSaved(page);
  await expect
    .poll(async () => (await read()).segments.slice(0, 4).map(({ speaker }) => speaker !== undefined))
    .toEqual([false, true, true, false]);
});

test('the list plays a voice, and the sound and the text go back to their place', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openHearing(
    { page, product, db },
    { bytes: await recordingOf(60), change: (all) => all.slice(0, 24).map((each) => shortened(each)) },
  );
  await page.getByRole('slider', { name: 'Posição na gravação' }).press('End');
  const beforeMs = await playedMs(page);
  await name(page, 'Presidente Moraes').first().click();
  await list(page).getByRole('button', { name: 'Ouvir a voz de Presidente Moraes' }).click();
  await expect.poll(() => playedMs(page)).toBeLessThan(10_000);
  await list(page).getByRole('button', { name: 'Parar' }).click();
  await expect.poll(() => playedMs(page)).toBeCloseTo(beforeMs, -2);
  await expect(list(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(name(page, 'Presidente Moraes').first()).toBeFocused();
});

/** Two seconds a segment, instead of eight. */
const shortened = (segment: StoredSegment): StoredSegment => ({
  ...segment,
  start_ms: segment.id * 2_000,
  end_ms: segment.id * 2_000 + 1_900,
  words: undefined,
});

test.describe('with a finger', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the list is a sheet with rows for a finger, down to 320 px', async ({
    signedIn: page,
    product,
    db,
  }) => {
    const { read } = await openHearing({ page, product, db });
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 740 });
      await name(page, 'Secretária Lúcia').first().tap();
      const foot = async () => {
        const box = await list(page).boundingBox();
        expect(box).toMatchObject({ x: 0, width });
        return (box?.y ?? 0) + (box?.height ?? 0);
      };
      await expect.poll(foot).toBeCloseTo(740, 0);
      for (const row of await list(page).getByRole('option').all())
        expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(48);
      // The keyboard of the phone stays away until the person wants to type.
      await expect(field(page)).not.toBeFocused();
      await expectNoAxeViolations(page);
      if (width === 320) await page.touchscreen.tap(160, 20);
      else await option(page, 'Dr. Paulo (empresa)').tap();
      await expect(list(page)).toHaveCount(0);
    }
    await expect(notice(page, 'Este trecho agora é de Dr. Paulo (empresa).')).toBeVisible();
    await isSaved(page);
    await expect.poll(async () => (await read()).segments[12]).toMatchObject({ speaker: 'speaker_2' });
  });
});

test('documents and subtitles have the name that a person has given', async ({
  signedIn: page,
  product,
  db,
}) => {
  const { id, read } = await openHearing({ page, product, db }, { isNamed: false });
  await name(page, 'Pessoa 2').first().click();
  await field(page).fill('Zuleica <b>');
  await page.keyboard.press('Enter');
  await expect.poll(async () => Object.values((await read()).speaker_names)).toEqual(['Zuleica <b>']);
  await db.update(profiles).set({ plan: 'basic-monthly' });
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  for (const format of ['txt', 'vtt', 'json']) {
    const answer = await page.request.get(`/api/transcribe/${id}/${format}`, { headers });
    expect(await answer.text()).toMatch(/Zuleica/);
  }
});

test('the search in the text finds the names above the turns, and replaces only words of the text', async ({
  signedIn: page,
  product,
  db,
}) => {
  const { read } = await openHearing(
    { page, product, db },
    {
      change: (segments) =>
        segments
          .slice(0, 48)
          .map((segment) => (segment.id === 30 ? { ...segment, text: 'Lúcia, obrigado.' } : segment)),
    },
  );
  await page.keyboard.press('Control+f');
  await page.keyboard.type('lucia');
  const bar = page.getByRole('search', { name: 'Localizar no texto' });
  await expect(bar).toContainText('1 de');
  const lucia = name(page, 'Secretária Lúcia');
  await expect(lucia).toBeInViewport();
  const marked = () =>
    page.evaluate<string>(`[...CSS.highlights.get('transcript-found-now')].map(String).join()`);
  await expect.poll(marked).toBe('Lúcia');
  await bar.getByLabel('Trocar por').fill('Doutora');
  await bar.getByRole('button', { name: 'Trocar todas' }).click();
  await isSaved(page);
  await expect.poll(async () => (await read()).segments[30]?.text).toBe('Doutora, obrigado.');
  await expect(lucia).toHaveCount(1);
});

test('letters that look for a person repair one turn, and a rename can be undone by its notice', async ({
  signedIn: page,
  product,
  db,
}) => {
  const { read } = await openHearing({ page, product, db });
  await name(page, 'Presidente Moraes').first().click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('lú');
  await expect(option(page, 'Secretária Lúcia')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(notice(page, 'Este trecho agora é de Secretária Lúcia.')).toBeVisible();
  await isSaved(page);
  await expect
    .poll(async () => turnsOf((await read()).segments).slice(0, 5))
    .toEqual(['speaker_1', 'speaker_1', 'speaker_2', 'speaker_3', 'speaker_0']);
  await name(page, 'Secretária Lúcia').first().click();
  await field(page).fill('Lúcia  Souza');
  await page.keyboard.press('Enter');
  await expect(notice(page, 'Secretária Lúcia agora é Lúcia Souza.')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).last().click();
  await expect(name(page, 'Secretária Lúcia').first()).toBeVisible();
});

test('a number leaves a turn that is neither heard nor seen', async ({ signedIn: page, product, db }) => {
  const { read } = await openHearing({ page, product, db });
  const { revision } = await read();
  await page.keyboard.press('k');
  await expect.poll(() => playedMs(page)).toBeGreaterThan(200);
  await page.keyboard.press('k');
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 4_000);
  await expect(page.locator('[data-segment="0"]')).not.toBeInViewport();
  await page.keyboard.press('3');
  await page.waitForTimeout(1_500);
  expect((await read()).revision).toBe(revision);
  await page.evaluate('scrollTo(0, 0)');
  await expect(page.locator('[data-segment="0"]')).toBeInViewport();
  await page.keyboard.press('3');
  await expect(notice(page, 'O trecho em 0:00 agora é de Dr. Paulo (empresa).')).toBeVisible();
});

test('the open list stays in the window while the page scrolls', { tag: '@every-size' }, async ({
  signedIn: page,
  product,
  db,
}) => {
  await openHearing({ page, product, db });
  await name(page, 'Secretária Lúcia').first().click();
  await expect(list(page)).toBeVisible();
  await page.mouse.move(20, 300);
  await page.mouse.wheel(0, 1_500);
  await page.waitForTimeout(300);
  await expect(field(page)).toBeInViewport();
});
