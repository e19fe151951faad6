import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { longTest } from '#tests/helpers/long-tests.ts';
import { startDevInCopy } from './dev-in-copy.ts';

const route = 'src/server/http/routes/health.ts';
const journal = 'drizzle/meta/_journal.json';
const migration = '9000_colours';

/** The text of the route with a header that tells which text the server runs. */
const withTrial = (text: string, trial: string, more = '') =>
  text.replace(
    "reply.header('cache-control', 'no-store');",
    `$&\n      reply.header('x-trial', '${trial}');${more}`,
  );

type Dev = Awaited<ReturnType<typeof startDevInCopy>>;

const untilTrial = (dev: Dev, trial: string | null) =>
  dev.until(`the header ${trial}`, async () => {
    const answer = await dev.ask('/health/live');
    return answer !== undefined && answer.headers.get('x-trial') === trial;
  });

async function addMigration(dev: Dev) {
  const before = await dev.read(journal);
  const { entries, ...more } = JSON.parse(before);
  const entry = { ...entries.at(-1), idx: entries.length, when: entries.at(-1).when + 1, tag: migration };
  await dev.write(`drizzle/${migration}.sql`, 'create table colours (name text);');
  await dev.write(journal, JSON.stringify({ ...more, entries: [...entries, entry] }));
  return async () => {
    await rm(join(dev.root, `drizzle/${migration}.sql`));
    await dev.write(journal, before);
  };
}

// In every run source-files.test.ts, server-loop.test.ts and readable-log.test.ts test the rules, but not migrations.
longTest(
  'script/dev follows replaced files, names errors, migrates, and survives the database of another branch',
  async () => {
    await using dev = await startDevInCopy();
    const text = await dev.read(route);
    const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: dev.root });
    await git('init', '--quiet');
    await git('add', route);
    await untilTrial(dev, null);

    await dev.replace(route, withTrial(text, 'one'));
    await untilTrial(dev, 'one');
    const fault = "\n      if (request.url.endsWith('?fault')) (undefined as unknown as Date).getTime();";
    await dev.replace(route, withTrial(text, 'two', fault).replace('_request, reply', 'request, reply'));
    await untilTrial(dev, 'two');
    const id = (await dev.ask('/health/live?fault'))?.headers.get('x-request-id');
    await dev.untilSaid(`requestId=${id}`);
    expect(dev.said()).toMatch(
      /ERROR request failed {2}requestId=.*\n {4}TypeError: Cannot read properties of undefined \(reading 'getTime'\)\n {8}at .*health\.ts:\d+/,
    );
    expect(dev.said()).not.toContain('the web pages are not built');

    const removeMigration = await addMigration(dev);
    await git('checkout', '--', route);
    await untilTrial(dev, null);
    await removeMigration();
    await dev.untilSaid('Give the branch its own: DATA_DIR=data/dev-NAME script/dev');
    await dev.untilSaid('The server does not run. The next saved server file starts it again.');

    await addMigration(dev);
    await dev.write(route, withTrial(text, 'three'));
    await untilTrial(dev, 'three');
    expect(await dev.end('SIGINT', 'group')).toEqual([0, null]);
  },
  180_000,
);

// Each needs a start of its own.
longTest.each([
  ['SIGINT', 'process'],
  ['SIGTERM', 'group'],
  ['SIGTERM', 'process'],
  ['SIGHUP', 'group'],
  ['SIGHUP', 'process'],
] as const)(
  '%s to the %s of script/dev leaves no PostgreSQL',
  async (signal, to) => {
    await using dev = await startDevInCopy();
    await dev.untilSaid('Ctrl-C stops everything.');
    expect(await dev.end(signal, to)).toEqual([0, null]);
  },
  120_000,
);

longTest(
  'script/dev starts the server again after a syntax error and after an error of its start',
  async () => {
    await using dev = await startDevInCopy();
    await untilTrial(dev, null);
    const text = await dev.read(route);
    const ended = () => dev.said().split('The server ended (exit code 1). The next saved').length - 1;
    await dev.write(route, `${text}const = ;\n`);
    await dev.until('the end', () => ended() === 1);
    expect(dev.said()).toContain('SyntaxError');
    const start = 'src/server/start.ts';
    const startText = await dev.read(start);
    await dev.write(route, text);
    await dev.write(
      start,
      startText.replace('giveHeapHeadroom();', "await Promise.reject(new RangeError('too far'));"),
    );
    await dev.until('the second end', () => ended() === 2);
    expect(dev.said()).toMatch(/FATAL the server did not start\n {4}RangeError: too far\n {8}at .*start\.ts/);
    await dev.write(start, startText);
    await untilTrial(dev, null);
    expect(await dev.end('SIGTERM', 'process')).toEqual([0, null]);
  },
  180_000,
);
