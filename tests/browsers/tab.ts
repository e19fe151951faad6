import { setTimeout as delay } from 'node:timers/promises';

/** A page of one browser. A JavaScript expression names an element, because both drivers can evaluate it. */
export type Driver = Readonly<{
  /** Resolves when the page has loaded. */
  open: (address: string) => Promise<void>;
  /** The value of an expression in the page; a promise is awaited. */
  read: <Value>(expression: string) => Promise<Value>;
  /** A trusted click at the middle of the element. */
  click: (element: string) => Promise<void>;
  /** Trusted key strokes into the element, which takes the focus. */
  type: (element: string, keys: string) => Promise<void>;
  clear: (input: string) => Promise<void>;
  select: (select: string, value: string) => Promise<void>;
  choose: (fileInput: string, path: string) => Promise<void>;
  /** The folder where this browser saves. */
  downloads: string;
  resize: (width: number, height: number) => Promise<void>;
  picture: () => Promise<Buffer>;
  close: () => Promise<void>;
}>;

const withinMs = 30_000;
const pauseMs = 50;

/** A page that is being replaced cannot answer for a moment. */
async function answerOf<Value>(ask: () => Promise<Value>): Promise<{ value?: Value; fault?: unknown }> {
  try {
    return { value: await ask() };
  } catch (fault) {
    return { fault };
  }
}

const shown = `((element) => element.checkVisibility({ visibilityProperty: true }))`;
const wordsOf = `((element) => (element.getAttribute('aria-label') ?? element.textContent).replace(/\\s+/g, ' ').trim())`;

/** The first visible element with exactly these words as its name. */
const named = (tags: string, words: string) =>
  `[...document.querySelectorAll(${JSON.stringify(tags)})].find((element) => ${shown}(element) && ${wordsOf}(element) === ${JSON.stringify(words)})`;

export const button = (words: string) => named('button, [role=button], [role=menuitem]', words);
export const link = (words: string) => named('a', words);
export const heading = (words: string) => named('h1, h2', words);
export const field = (words: string) =>
  `[...document.querySelectorAll('input, select, textarea')].find((each) => ${shown}(each) && ([...each.labels ?? []].some((label) => label.textContent.trim().startsWith(${JSON.stringify(words)})) || each.getAttribute('aria-label') === ${JSON.stringify(words)}))`;

/** Whether the element is enabled, in view and not covered, as a click needs; also scrolls it into view. */
const pressable = (element: string) => `((element) => {
  if (!element || !${shown}(element) || element.matches(':disabled')) return false;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && (element.contains(hit) || hit.contains(element));
})(${element})`;

export type Tab = ReturnType<typeof tabOf>;

/** Acts as a user does: waits for an element, then uses it. */
export function tabOf(driver: Driver) {
  async function until(expression: string, what = expression): Promise<void> {
    const giveUpAt = Date.now() + withinMs;
    for (;;) {
      const { value, fault } = await answerOf(() => driver.read<boolean>(`Boolean(${expression})`));
      if (value === true) return;
      if (Date.now() > giveUpAt) {
        const page = await answerOf(() =>
          driver.read<string>('location.href + "\\n" + document.body.innerText.slice(0, 1500)'),
        );
        throw new Error(`${what} did not come within ${withinMs} ms at ${page.value ?? page.fault}`, {
          cause: fault,
        });
      }
      await delay(pauseMs);
    }
  }

  /**
   * React listens only after hydration; an earlier click would do nothing. A page to read starts its scripts at the
   * first sign of a person, so each look moves the pointer.
   */
  const untilAlive = () =>
    until(
      `dispatchEvent(new Event('pointermove')) && document.readyState === 'complete' && Object.keys(document.body).some((key) => key.startsWith('__reactFiber'))`,
      'hydration',
    );

  return {
    ...driver,
    until,
    untilAlive,
    visit: async (address: string) => {
      await driver.open(address);
      await untilAlive();
    },
    untilAt: (path: string) =>
      until(`location.pathname + location.search === ${JSON.stringify(path)}`, `the address ${path}`),
    untilText: (text: string) =>
      until(
        `document.body.innerText.replace(/\\s+/g, ' ').includes(${JSON.stringify(text)})`,
        `the text '${text}'`,
      ),
    click: async (element: string) => {
      await until(pressable(element), `something to press: ${element}`);
      await driver.read(
        `(globalThis.isPressed = false, (${element}).addEventListener('click', () => { globalThis.isPressed = true; }, true))`,
      );
      await driver.click(element);
      // Undefined on the next page, to which the click navigated.
      const { value: isPressed } = await answerOf(() =>
        driver.read<boolean | undefined>('globalThis.isPressed'),
      );
      if (isPressed === false) throw new Error(`the click did not reach ${element}`);
    },
    type: async (element: string, keys: string) => {
      await until(element);
      await driver.type(element, keys);
    },
    fill: async (element: string, keys: string) => {
      await until(element);
      await driver.clear(element);
      await driver.type(element, keys);
    },
    select: async (element: string, value: string) => {
      await until(element);
      await driver.select(element, value);
    },
    choose: async (fileInput: string, path: string) => {
      await until(fileInput);
      await driver.choose(fileInput, path);
    },
  };
}
