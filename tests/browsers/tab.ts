import { setTimeout as delay } from 'node:timers/promises';

/** A page of one browser. A JavaScript expression names an element, because both drivers can evaluate it. */
export type Driver = Readonly<{
  /** Resolves when the page has loaded. */
  open: (address: string) => Promise<void>;
  /** Evaluates an expression in the page and awaits a promise. */
  read: <Value>(expression: string) => Promise<Value>;
  /** Clicks at the middle of the element, as a trusted event. */
  click: (element: string) => Promise<void>;
  /** Focuses the element and types the keys, as trusted events. */
  type: (element: string, keys: string) => Promise<void>;
  clear: (input: string) => Promise<void>;
  select: (select: string, value: string) => Promise<void>;
  choose: (fileInput: string, path: string) => Promise<void>;
  /** The browser saves downloads in this folder. */
  downloads: string;
  resize: (width: number, height: number) => Promise<void>;
  picture: () => Promise<Buffer>;
  close: () => Promise<void>;
}>;

const withinMs = 30_000;
const pauseMs = 50;

/** Returns an error as a value, because a driver fails for a moment during a navigation. */
async function answerOf<Value>(ask: () => Promise<Value>): Promise<{ value?: Value; fault?: unknown }> {
  try {
    return { value: await ask() };
  } catch (fault) {
    return { fault };
  }
}

const shown = `((element) => element.checkVisibility({ visibilityProperty: true }))`;
const wordsOf = `((element) => (element.getAttribute('aria-label') ?? element.textContent).replace(/\\s+/g, ' ').trim())`;

/** Returns an expression for the first visible element with exactly these words as its name. */
const named = (tags: string, words: string) =>
  `[...document.querySelectorAll(${JSON.stringify(tags)})].find((element) => ${shown}(element) && ${wordsOf}(element) === ${JSON.stringify(words)})`;

export const button = (words: string) => named('button, [role=button], [role=menuitem]', words);
/** A tab may name news after its name. */
export const tabNamed = (words: string) =>
  `[...document.querySelectorAll('[role=tab]')].find((each) => ${shown}(each) && each.textContent.startsWith(${JSON.stringify(words)}))`;
export const link = (words: string) => named('a', words);
export const heading = (words: string) => named('h1, h2', words);
export const field = (words: string) =>
  `[...document.querySelectorAll('input, select, textarea')].find((each) => ${shown}(each) && ([...each.labels ?? []].some((label) => label.textContent.trim().startsWith(${JSON.stringify(words)})) || each.getAttribute('aria-label') === ${JSON.stringify(words)}))`;

/** Scrolls the element into view and returns whether it is enabled, visible, uncovered and still, as a click needs. */
const pressable = (element: string) => `((element) => {
  if (!element || !${shown}(element) || element.matches(':disabled')) return false;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const { element: lastElement, left: lastLeft, top: lastTop } = globalThis.lastPlace ?? {};
  globalThis.lastPlace = { element, left, top };
  return element.contains(hit) && element === lastElement && left === lastLeft && top === lastTop;
})(${element})`;

/**
 * Notes whether the next press reaches the element. The page may replace the element until then, so the document listens.
 * A menu opens at pointerdown, and its cover takes the click.
 */
const notePress = (element: string) => `(() => {
  globalThis.notedPress?.abort();
  globalThis.notedPress = Object.assign(new AbortController(), { isPressed: false, others: [] });
  const { signal } = globalThis.notedPress;
  const note = (event) => {
    const wanted = ${element};
    if (!event.isTrusted) return;
    if (!wanted || !event.composedPath().includes(wanted))
      globalThis.notedPress.others.push(event.type + ' on ' + event.target.outerHTML?.slice(0, 200));
    else if (event.type === 'click' || wanted.matches('[aria-haspopup=menu]')) globalThis.notedPress.isPressed = true;
  };
  for (const type of ['pointerdown', 'click']) document.addEventListener(type, note, { capture: true, signal });
})()`;

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
   * React handles clicks only after hydration. Public pages load their scripts at the first user input, so each poll
   * moves the pointer.
   */
  const untilHydrated = () =>
    until(
      `dispatchEvent(new Event('pointermove')) && document.readyState === 'complete' && Object.keys(document.body).some((key) => key.startsWith('__reactFiber'))`,
      'hydration',
    );

  return {
    ...driver,
    until,
    untilHydrated,
    visit: async (address: string) => {
      await driver.open(address);
      await untilHydrated();
    },
    untilAt: (path: string) =>
      until(`location.pathname + location.search === ${JSON.stringify(path)}`, `the address ${path}`),
    untilText: (text: string) =>
      until(
        `document.body.innerText.replace(/\\s+/g, ' ').includes(${JSON.stringify(text)})`,
        `the text '${text}'`,
      ),
    click: async (element: string) => {
      await until(pressable(element), `a clickable element: ${element}`);
      await driver.read(notePress(element));
      await driver.click(element);
      // A click that navigated to another page leaves nothing noted.
      const { value: missed } = await answerOf(() =>
        driver.read<string | undefined>(
          `globalThis.notedPress?.isPressed === false ? 'it made ' + (globalThis.notedPress.others.join(', ') || 'no event') : undefined`,
        ),
      );
      if (missed) throw new Error(`the click did not reach ${element}: ${missed}`);
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
