import { afterAll, beforeAll, describe, test } from 'vitest';
import { isLong } from '#tests/helpers/long-tests.ts';
import { findBrowsers } from './browsers.ts';
import { signInByPress, signInEveryWay } from './sign-in-ways.ts';
import { openStage, openVisited } from './stage.ts';
import { type Tab, tabOf } from './tab.ts';

const rounds = Number(process.env.BROWSER_ROUNDS ?? 2);
const browsers = isLong ? await findBrowsers() : [];

describe.runIf(isLong)('the sign-in', () => {
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

    for (let round = 1; round <= rounds; round += 1)
      test(`a visited profile signs in by every method without an error screen and requests each link once, round ${round}`, async ({
        skip,
      }) => {
        if (tab === undefined) return skip(`${name} is missing: script/bootstrap --browsers installs it`);
        await signInEveryWay({ ...stage, tab });
      }, 300_000);

    test('a mailed link in a fresh profile shows its address and a button, and the press signs in', async ({
      skip,
    }) => {
      if (open === undefined) return skip(`${name} is missing: script/bootstrap --browsers installs it`);
      const fresh = tabOf(await open());
      try {
        await signInByPress({ ...stage, tab: fresh });
      } finally {
        await fresh.close();
      }
    }, 120_000);
  });
});
