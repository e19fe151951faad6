import type { Locator, Page } from '@playwright/test';
import { editor, type Heard, openHeard } from '../fixtures/doubtful-text.ts';
import { expect, expectNoAxeViolations, expectNoSidewaysScroll, test } from '../fixtures/fixtures.ts';
import { holdSound, listen } from '../fixtures/reviewed-text.ts';
import { tray } from '../fixtures/upload-page.ts';

const longWord = 'inconstitucionalissimamente';

const heard: Heard[] = [
  ['Bom dia a todos'],
  ['A reunião dedeciu comprar mesas', { dedeciu: 0.3 }],
  ['Tudo certo por aqui'],
  ['Falou o senhor Kovalski, presidente', { 'Kovalski,': 0.35 }],
  ['Então kovalski saiu', { kovalski: 0.35 }],
  [`Isso foi ${longWord} votado`, { [longWord]: 0.2 }],
  ['O vutamento foi no fim', { vutamento: 0.1 }],
];

const bar = (page: Page) => page.getByRole('region', { name: 'Conferir' });
const player = (page: Page) => page.getByRole('region', { name: 'Ouvir a gravação' });
const start = (page: Page) => page.getByRole('button', { name: /^Conferir \d+$/ });
const certo = (page: Page) => bar(page).getByRole('button', { name: 'Certo' });
const next = (page: Page) => bar(page).getByRole('button', { name: 'Próxima dúvida' });

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('the element is not drawn');
  return box;
}

/** Every button lies in the window, has this height, and is what a press at its centre reaches. */
async function expectReachable(region: Locator, minPx: number) {
  const window = region.page().viewportSize() ?? { width: 0, height: 0 };
  for (const button of await region.getByRole('button').all()) {
    const name = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
    const { x, y, width, height } = await boxOf(button);
    expect(x, name).toBeGreaterThanOrEqual(0);
    expect(x + width, name).toBeLessThanOrEqual(window.width);
    expect(y + height, name).toBeLessThanOrEqual(window.height);
    expect(height, name).toBeGreaterThanOrEqual(minPx);
    const isOnTop = await button.evaluate(
      (element, [left, top]) => element.contains(element.ownerDocument.elementFromPoint(left, top)),
      [x + width / 2, y + height / 2] as const,
    );
    expect(isOnTop, name).toBe(true);
  }
}

/** A text with a thousand doubts would take minutes to make. */
const writeCount = (count: Locator, text: string) =>
  count.evaluate((element, value) => {
    const last = element.lastChild;
    if (last !== null) last.textContent = value;
  }, text);

/** Goes on until the bar names this word. */
async function goToWord(page: Page, word: string) {
  await expect(async () => {
    if (!((await bar(page).textContent()) ?? '').includes(word)) await next(page).click();
    await expect(bar(page)).toContainText(word, { timeout: 200 });
  }).toPass();
}

/** An upload that an earlier page paused, so that its tray stays. */
const pauseUpload = (page: Page) =>
  page.evaluate(`(async () => {
    const { user } = JSON.parse(localStorage.getItem('escriba.session'));
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('escriba-uploads', { create: true });
    const writable = await (await folder.getFileHandle('r1', { create: true })).createWritable();
    await writable.write(new Uint8Array(1000));
    await writable.close();
    localStorage.setItem('escriba.upload.r1', JSON.stringify({
      id: 'r1', userId: user.id, name: 'Aula.ogg', bytes: 1000, mark: 'x', language: 'pt',
      sendName: 'Aula.ogg', sendBytes: 1000, sentBytes: 400, isRecording: true, isSoundOnly: false,
      isWholeWished: false, isKept: true, isPaused: true, wasAskedFor: false, begunAtMs: Date.now(),
    }));
  })()`);

test.describe('in a window of 320 px, as at 400 % zoom', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('the player shows all its buttons and the position, with and without a review', async ({
    signedIn: page,
    product,
    db,
  }) => {
    const withoutDoubts = heard.map(([text]): Heard => [text]);
    for (const texts of [withoutDoubts, heard]) {
      await openHeard({ page, product, db }, texts);
      await expect(start(page)).toHaveCount(texts === heard ? 1 : 0);
      for (const name of ['Voltar 5 segundos', 'Tocar', 'Avançar 5 segundos', 'Velocidade: 1×'])
        await expect(player(page).getByRole('button', { name })).toBeVisible();
      await expectReachable(player(page), 40);
      await expect(player(page).getByText('0:21')).toBeInViewport();
      await expect(player(page).getByRole('slider')).toBeInViewport();
    }
    await writeCount(start(page), '1234');
    await expectReachable(player(page), 40);
    await start(page).click();
    await expect(bar(page)).toContainText('vutamento');
    await expectReachable(player(page), 40);
    await expectNoSidewaysScroll(page);
  });

  test('a long word and its count fit, and every button of the review is reachable', async ({
    signedIn: page,
    product,
    db,
  }) => {
    await openHeard({ page, product, db }, heard);
    await start(page).click();
    await goToWord(page, longWord);
    await expectReachable(bar(page), 48);
    const word = bar(page).getByText(longWord);
    expect(await word.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await goToWord(page, 'ovalski');
    const equal = bar(page).getByRole('button', { name: 'Vale para as 2 iguais' });
    await expectNoAxeViolations(page);
    await writeCount(equal.locator('> span'), '1234 iguais');
    await writeCount(bar(page).getByText(/^Faltam \d$/), 'Faltam 1234');
    await expectReachable(bar(page), 48);
    const nextBox = await boxOf(next(page));
    expect(nextBox.y).toBe((await boxOf(equal)).y);
    await expect(bar(page).getByText('nome')).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

for (const [device, viewport] of [
  ['an upright phone', { width: 360, height: 740 }],
  ['a phone on its side', { width: 740, height: 360 }],
] as const)
  test.describe(`on ${device}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test('every button has 48 px, and "Certo" keeps its place when "Desfazer" has something to undo', async ({
      signedIn: page,
      product,
      db,
    }) => {
      await openHeard({ page, product, db }, heard);
      await start(page).tap();
      await expect(bar(page)).toContainText('vutamento');
      await expectReachable(bar(page), 48);
      const undo = bar(page).getByRole('button', { name: 'Desfazer a última confirmação' });
      await expect(undo).toBeDisabled();
      const before = [await boxOf(bar(page)), await boxOf(certo(page))];
      await listen(page);
      await certo(page).tap();
      await expect(bar(page)).toContainText('Faltam 4');
      await expect(undo).toBeEnabled();
      expect([await boxOf(bar(page)), await boxOf(certo(page))]).toEqual(before);
      await expectReachable(bar(page), 48);
      await undo.tap();
      await expect(bar(page)).toContainText('Faltam 5');
      expect([await boxOf(bar(page)), await boxOf(certo(page))]).toEqual(before);
    });
  });

test.describe('in a low window', () => {
  test.use({ viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true });

  test('the review takes one row and leaves a third of the window to the text', async ({
    signedIn: page,
    product,
    db,
  }) => {
    await openHeard({ page, product, db }, heard);
    await start(page).tap();
    await goToWord(page, 'ovalski');
    await expect(bar(page).getByRole('button', { name: 'Vale para as 2 iguais' })).toBeVisible();
    const { y, height } = await boxOf(bar(page));
    const foot = await boxOf(player(page));
    expect(height).toBeLessThan(64);
    expect(foot.y - y - height).toBeGreaterThan(130);
  });
});

test.describe('with an upload on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('the word in hand, the tray of the upload, the review and the player cover one another nowhere', async ({
    signedIn: page,
    product,
    db,
  }) => {
    await openHeard({ page, product, db }, heard);
    await pauseUpload(page);
    await page.reload();
    await expect(tray(page)).toBeVisible();
    await start(page).tap();
    // The last passage, where the page cannot scroll further.
    await expect(bar(page)).toContainText('vutamento');
    await expect
      .poll(async () => {
        const word = await boxOf(editor(page, 6));
        return (await boxOf(tray(page))).y - word.y - word.height;
      })
      .toBeGreaterThanOrEqual(0);
    // Larger letters make the bar higher.
    for (const size of ['16px', '20px']) {
      await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
      await expect
        .poll(async () => {
          const [above, own, below] = [
            await boxOf(tray(page)),
            await boxOf(bar(page)),
            await boxOf(player(page)),
          ];
          return [own.y - above.y - above.height, below.y - own.y - own.height].map(Math.round);
        })
        .toEqual([0, 0]);
    }
  });
});

test('a screen reader hears each time that the passage must be heard first', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openHeard({ page, product, db }, heard);
  await holdSound(page);
  await start(page).click();
  await expect(editor(page, 6)).toBeFocused();
  await page.evaluate(`(() => {
    globalThis.said = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const { textContent } of addedNodes) said.push(textContent);
    }).observe(document.querySelector('.review-bar [role="status"]'), { childList: true, subtree: true });
  })()`);
  const said = () => page.evaluate<string[]>('said');
  const request = 'Ouça o trecho até o fim para conferir.';
  await page.keyboard.press('Enter');
  await expect.poll(said).toEqual([request]);
  await page.keyboard.press('Enter');
  await expect.poll(said).toEqual([request, request]);
});

test('with a keyboard the buttons name their keys', async ({ signedIn: page, product, db }) => {
  await openHeard({ page, product, db }, heard);
  await start(page).click();
  await goToWord(page, 'ovalski');
  for (const [name, keys] of [
    ['Inaudível', 'Escrever [inaudível] no lugar da palavra (Ctrl+I)'],
    ['Vale para as 2 iguais', 'Vale para as 2 iguais (Shift+Enter)'],
    ['Próxima dúvida', 'Próxima dúvida (Tab)'],
    ['Dúvida anterior', 'Dúvida anterior (Shift+Tab)'],
    ['Ouvir de novo', 'Ouvir de novo (Ctrl+Enter)'],
  ] as const)
    await expect(bar(page).getByRole('button', { name, exact: true })).toHaveAttribute('title', keys);
  await expect(bar(page)).toContainText('Enter confere, Tab adia, Esc sai');
  await expect(bar(page).getByRole('status')).not.toContainText('Enter confere');
});
