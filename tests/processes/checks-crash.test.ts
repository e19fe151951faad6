import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CheckedPassagesSchema } from '#contract/checks.ts';
import { isLong } from '#tests/helpers/long-tests.ts';
import { seededRandom } from '#tests/helpers/seeded-random.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { insertTranscription, spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import { startFleet } from './start-fleet.ts';

const rounds = isLong ? 25 : 1;
const maxMsToKill = 150;
const texts = Array.from({ length: 200 }, (_, id) => `trecho ${id}`);

type Wishes = ReadonlyMap<number, boolean>;

/** One request: some passages that the person confirms, and some that the person takes back. */
function someWishes(random: () => number): Wishes {
  const count = 1 + Math.floor(random() * 6);
  const ids = Array.from({ length: count }, () => Math.floor(random() * texts.length));
  return new Map(ids.map((id) => [id, random() < 0.7]));
}

const changeOf = (wishes: Wishes) => {
  const ids = (isChecked: boolean) => [...wishes].filter(([, wish]) => wish === isChecked).map(([id]) => id);
  return { checked: ids(true).map((id) => ({ id, text: texts[id] })), unchecked: ids(false) };
};

const confirmedBy = (requests: readonly Wishes[]) => {
  const all = new Map(requests.flatMap((wishes) => [...wishes]));
  return [...all]
    .filter(([, isChecked]) => isChecked)
    .map(([id]) => id)
    .sort((one, other) => one - other);
};

test('every answered confirmation survives kill -9 of the server, and a request without an answer counts as a whole or not at all', async () => {
  await using fleet = await startFleet();
  const { observer } = fleet;
  const ana = await signedInUser(observer);
  const id = await insertTranscription(observer.deps, {
    userId: ana.userId,
    segments: spokenSegments(texts),
  });
  const random = seededRandom(38);
  const headers = { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' };
  const counted: Wishes[] = [];

  /** Confirms without a pause, until a request gets no answer. */
  async function confirmUntilKilled(url: string, onAnswer: () => void): Promise<Wishes> {
    for (;;) {
      const wishes = someWishes(random);
      const body = JSON.stringify(changeOf(wishes));
      const answer = await fetch(`${url}/api/transcribe/${id}/checks`, { method: 'PATCH', headers, body })
        .then(async (response) => ({ status: response.status, body: await response.text() }))
        .catch(() => undefined);
      if (answer === undefined) return wishes;
      expect(answer).toMatchObject({ status: 200 });
      counted.push(wishes);
      onAnswer();
    }
  }

  for (let round = 0; round < rounds; round += 1) {
    await using web = await fleet.web();
    const answered = Promise.withResolvers<void>();
    const confirming = confirmUntilKilled(web.url, answered.resolve);
    // On a busy machine the first answer takes longer than the pause before the kill.
    await Promise.race([answered.promise, confirming]);
    await delay(random() * maxMsToKill);
    expect(await web.kill()).toMatchObject({ signal: 'SIGKILL' });
    const cutOff = await confirming;
    // PostgreSQL may still end the statement of the killed server. A change that waits for its lock comes after it.
    await ana.call(`/transcribe/${id}/checks`, {
      method: 'PATCH',
      body: { checked: [], unchecked: [texts.length] },
    });
    const { checked } = CheckedPassagesSchema.parse(
      await (await ana.call(`/transcribe/${id}/checks`)).json(),
    );
    const [without, withIt] = [confirmedBy(counted), confirmedBy([...counted, cutOff])];
    expect([without, withIt]).toContainEqual(checked);
    if (checked.join() !== without.join()) counted.push(cutOff);
  }
  expect(counted.length).toBeGreaterThanOrEqual(rounds);
}, 300_000);
