import pino from 'pino';
import { openDatabase } from '#server/adapters/db/database.ts';
import { arrivedPerson } from '#tests/arrived-person.ts';
import {
  type Command,
  end,
  openPlace,
  type ProductPlace,
  productEntry,
  startProduct,
  untilReady,
} from './run-product.ts';

/** The same database as the product's, for what no call of a person can do. */
export function databaseOf({ dataDir, environment }: Pick<ProductPlace, 'dataDir' | 'environment'>) {
  return openDatabase({
    config: { dataDir, database: { url: environment.DATABASE_URL, poolMax: 4 } },
    log: pino({ level: 'silent' }),
    applicationName: 'escriba-bench',
  });
}

/** No plan's limit stands in the way of a measurement. */
export async function liftPlans(place: ProductPlace) {
  const database = await databaseOf(place);
  await database.pool.query(
    'update plans set max_file_minutes = 100000, hours_per_month = 100000, has_text_exports = true',
  );
  await database.close();
}

/** Each comes from an address of their own, as a proxy would tell it: the limit per address is not on trial. */
const allRoles = { ROLES: 'web,worker', TRUSTED_PROXIES: '127.0.0.1' };

type Person = Awaited<ReturnType<typeof arrivedPerson>>;
type Opening = { people?: number; command?: Command };

async function signUp(place: ProductPlace, { people, command }: Required<Opening>) {
  // Whatever roles are measured: a mail is sent by a worker.
  const product = startProduct({ ...place, environment: { ...place.environment, ...allRoles } }, command);
  await untilReady(place, product);
  await liftPlans(place);
  const mailboxUrl = `http://127.0.0.1:${place.environment.SANDBOX_PORT}/mailbox`;
  const first = await arrivedPerson({ url: place.url, mailboxUrl });
  const others: Person[] = [];
  while (others.length < people - 1) others.push(await arrivedPerson({ url: place.url, mailboxUrl }));
  await end(product.child, 'SIGINT');
  return { first, others };
}

/** The product in a process of its own, and somebody who has signed in to it, or several. */
export async function openSignedInPlace(environment: NodeJS.ProcessEnv = {}, opening: Opening = {}) {
  const { people = 1, command = productEntry } = opening;
  const place = await openPlace(environment);
  const { first: person, others } = await signUp(place, { people, command });
  const product = startProduct(place, command);
  await untilReady(place, product);
  const { pid } = product.child;
  if (pid === undefined) throw new Error('the product has no process');
  return {
    place,
    pid,
    output: product.output,
    person,
    people: [person, ...others],
    [Symbol.asyncDispose]: async () => {
      await end(product.child, 'SIGINT');
      await place[Symbol.asyncDispose]();
    },
  };
}
