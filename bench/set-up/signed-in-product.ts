import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import pino from 'pino';
import { openDatabase } from '#server/adapters/db/database.ts';
import { signedUpUser } from '#tests/helpers/signed-in-user.ts';
import {
  createInstance,
  type ProductInstance,
  startProduct,
  stopProcess,
  waitUntilReady,
} from './product-process.ts';

/** Opens the product's database for set-up that has no API. */
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

/** Lifts the limits of all plans so that they do not stop a measurement. */
export async function removePlanLimits(instance: ProductInstance) {
  const database = await openProductDatabase(instance);
  await database.pool.query(
    'update plans set max_file_minutes = 100000, hours_per_month = 100000, has_text_exports = true',
  );
  await database.close();
}

/** Behind a trusted proxy each sign-up sends its own client address, so the rate limit per address does not apply. */
const allRoles = { ROLES: 'web,worker', TRUSTED_PROXIES: '127.0.0.1' };

async function signUp(instance: ProductInstance) {
  // Start all roles, because a worker sends the confirmation mail.
  const product = startProduct({ ...instance, environment: { ...instance.environment, ...allRoles } });
  await waitUntilReady(instance, product);
  await removePlanLimits(instance);
  const mailboxUrl = `http://127.0.0.1:${instance.environment.SANDBOX_PORT}/mailbox`;
  const user = await signedUpUser({ url: instance.url, mailboxUrl });
  await stopProcess(product.child, 'SIGINT');
  return user;
}

/** Starts the product in its own process and signs in a user. */
export async function startSignedInProduct(environment: NodeJS.ProcessEnv = {}) {
  const instance = await createInstance(environment);
  const user = await signUp(instance);
  const product = startProduct(instance);
  await waitUntilReady(instance, product);
  const { pid } = product.child;
  if (pid === undefined) throw new Error('the product process did not start');
  return {
    instance,
    pid,
    output: product.output,
    user,
    [Symbol.asyncDispose]: async () => {
      await stopProcess(product.child, 'SIGINT');
      await instance[Symbol.asyncDispose]();
    },
  };
}

type Account = { email: string; password: string };

/** Copies the account in the database. Signing up each user would take longer than the benchmark itself. */
export async function copyAccounts(
  instance: ProductInstance,
  account: Account,
  count: number,
): Promise<Account[]> {
  const database = await openProductDatabase(instance);
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

type SignedIn = Pick<Awaited<ReturnType<typeof startSignedInProduct>>, 'instance' | 'user'>;

/** Uploads a file and waits until its text is finished. */
export async function transcribeFile({ instance, user }: SignedIn, path: string): Promise<void> {
  const form = new FormData();
  form.append('file', await openAsBlob(path), basename(path));
  const headers = { authorization: `Bearer ${user.token}` };
  const accepted = await fetch(`${instance.url}/api/transcribe`, { method: 'POST', headers, body: form });
  if (!accepted.ok)
    throw new Error(`the product refused the upload: ${accepted.status} ${await accepted.text()}`);
  const { jobId } = (await accepted.json()) as { jobId: string };
  // Wait on the event stream, as the page does. Polling would load the product.
  const events = await (await fetch(`${instance.url}/api/transcribe/${jobId}/events`, { headers })).text();
  if (!events.includes('"status":"completed"'))
    throw new Error(`the event stream ended without completion: ${events.slice(-200)}`);
}
