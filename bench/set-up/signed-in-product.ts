import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import pino from 'pino';
import { openDatabase } from '#server/adapters/db/database.ts';
import { signedInUser } from '#tests/signed-in-user.ts';
import {
  type Command,
  createInstance,
  type ProductInstance,
  productEntry,
  startProduct,
  stopProcess,
  waitUntilReady,
} from './product-process.ts';

/** The same database as the product's, for what no call of a person can do. */
export function openProductDatabase({
  dataDir,
  environment,
}: Pick<ProductInstance, 'dataDir' | 'environment'>) {
  return openDatabase({
    config: { dataDir, database: { url: environment.DATABASE_URL, poolMax: 4 } },
    log: pino({ level: 'silent' }),
    applicationName: 'escriba-bench',
  });
}

/** No plan's limit stands in the way of a measurement. */
export async function removePlanLimits(place: ProductInstance) {
  const database = await openProductDatabase(place);
  await database.pool.query(
    'update plans set max_file_minutes = 100000, hours_per_month = 100000, has_text_exports = true',
  );
  await database.close();
}

/** Each comes from an address of their own, as a proxy would tell it: the limit per address is not on trial. */
const allRoles = { ROLES: 'web,worker', TRUSTED_PROXIES: '127.0.0.1' };

type Person = Awaited<ReturnType<typeof signedInUser>>;
type Opening = { people?: number; command?: Command };

async function signUp(place: ProductInstance, { people, command }: Required<Opening>) {
  // Whatever roles are measured: a mail is sent by a worker.
  const product = startProduct({ ...place, environment: { ...place.environment, ...allRoles } }, command);
  await waitUntilReady(place, product);
  await removePlanLimits(place);
  const mailboxUrl = `http://127.0.0.1:${place.environment.SANDBOX_PORT}/mailbox`;
  const first = await signedInUser({ url: place.url, mailboxUrl });
  const others: Person[] = [];
  while (others.length < people - 1) others.push(await signedInUser({ url: place.url, mailboxUrl }));
  await stopProcess(product.child, 'SIGINT');
  return { first, others };
}

/** The product in a process of its own, and somebody who has signed in to it, or several. */
export async function startSignedInProduct(environment: NodeJS.ProcessEnv = {}, opening: Opening = {}) {
  const { people = 1, command = productEntry } = opening;
  const place = await createInstance(environment);
  const { first: person, others } = await signUp(place, { people, command });
  const product = startProduct(place, command);
  await waitUntilReady(place, product);
  const { pid } = product.child;
  if (pid === undefined) throw new Error('the product has no process');
  return {
    place,
    pid,
    output: product.output,
    person,
    people: [person, ...others],
    [Symbol.asyncDispose]: async () => {
      await stopProcess(product.child, 'SIGINT');
      await place[Symbol.asyncDispose]();
    },
  };
}

type Account = { email: string; password: string };

/** More people with the same password: signing them all up one by one would take longer than what is measured. */
export async function copyAccounts(
  place: ProductInstance,
  account: Account,
  count: number,
): Promise<Account[]> {
  const database = await openProductDatabase(place);
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `create temp table copies on commit drop as
       select gen_random_uuid() as id, 'pessoa' || n || '@exemplo.com.br' as email from generate_series(1, $1::int) n`,
      [count],
    );
    const copies = [
      ['users', 'id', "jsonb_build_object('id', c.id, 'email', c.email)"],
      [
        'accounts',
        'user_id',
        "jsonb_build_object('id', gen_random_uuid(), 'user_id', c.id, 'account_id', c.id)",
      ],
      ['profiles', 'id', "jsonb_build_object('id', c.id, 'email', c.email)"],
    ] as const;
    for (const [table, owner, changes] of copies)
      await client.query(
        `insert into ${table} select (jsonb_populate_record(t, ${changes})).* from ${table} t, copies c
         where t.${owner} = (select id from users where email = $1)`,
        [account.email],
      );
    const { rows } = await client.query<{ email: string }>('select email from copies order by email');
    await client.query('commit');
    return rows.map(({ email }) => ({ email, password: account.password }));
  } finally {
    client.release();
    await database.close();
  }
}

type SignedIn = Pick<Awaited<ReturnType<typeof startSignedInProduct>>, 'place' | 'person'>;

/** From the first byte of a file's upload until its text is finished. */
export async function transcribeFile({ place, person }: SignedIn, path: string): Promise<void> {
  const form = new FormData();
  form.append('file', await openAsBlob(path), basename(path));
  const headers = { authorization: `Bearer ${person.token}` };
  const accepted = await fetch(`${place.url}/api/transcribe`, { method: 'POST', headers, body: form });
  if (!accepted.ok) throw new Error(`no upload: ${accepted.status} ${await accepted.text()}`);
  const { jobId } = (await accepted.json()) as { jobId: string };
  // As the page waits for it: asked again and again, the product would be busy with the answers.
  const events = await (await fetch(`${place.url}/api/transcribe/${jobId}/events`, { headers })).text();
  if (!events.includes('"status":"completed"')) throw new Error(`heard no end: ${events.slice(-200)}`);
}
