import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const run = promisify(execFile);

export type SqlStatement = Readonly<{ text: string; values: readonly unknown[] }>;

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value))
    return `${pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join()}}`)}`;
  return pg.escapeLiteral(String(value));
}

/** psql before version 16 cannot bind parameters, so they become literals. */
const inlineParameters = ({ text, values }: SqlStatement) =>
  `${text.replaceAll(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1]))};`;

/** The embedded PostgreSQL does not include psql. */
export const hasPsql = () =>
  run('psql', ['--version']).then(
    () => true,
    () => false,
  );

type Passes = { url: string; statements: readonly SqlStatement[]; runs: number; warmUps: number };

/** psql's own timing of the statements, run in sequence: one sum for each pass. */
export async function psqlMs({ url, statements, runs, warmUps }: Passes): Promise<number[]> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'statements.sql');
  const pass = statements.map(inlineParameters).join('\n');
  const passes = Array.from({ length: runs + warmUps }, () => pass);
  await writeFile(file, ['\\timing on', '\\o /dev/null', ...passes, ''].join('\n'));
  const args = [url, '--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', `--file=${file}`];
  const { stdout } = await run('psql', args, { env: { ...process.env, LC_ALL: 'C' }, maxBuffer: 2 ** 26 });
  const took = [...stdout.matchAll(/^Time: ([\d.]+) ms/gm)].map(([, ms]) => Number(ms));
  if (took.length !== passes.length * statements.length)
    throw new Error(`psql printed ${took.length} times for ${passes.length * statements.length} statements`);
  return passes
    .map((_, at) => took.slice(at * statements.length, (at + 1) * statements.length))
    .slice(warmUps)
    .map((each) => each.reduce((sum, ms) => sum + ms, 0));
}
