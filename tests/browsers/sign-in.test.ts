import { afterAll, beforeAll, describe, test } from 'vitest';
import { isLong } from '../long-tests.ts';
import { findBrowsers } from './browsers.ts';
import { signInEveryWay } from './sign-in-ways.ts';
import { openStage, openVisited } from './stage.ts';
import type { Tab } from './tab.ts';

const rounds = Number(process.env.BROWSER_ROUNDS ?? 2);
const browsers = isLong ? await findBrowsers() : [];

describe.runIf(isLong)('the sign-in, in a browser profile that has visited before', () => {
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
      test(`the browser signs in by every method without an error screen and requests each link once, round ${round}`, async ({
        skip,
      }) => {
        if (tab === undefined) return skip(`${name} is missing: script/bootstrap --browsers installs it`);
        await signInEveryWay({ ...stage, tab });
      }, 300_000);
  });
});
