import pino from 'pino';
import { openDatabase } from '#server/adapters/db/database.ts';
import { arrivedPerson } from '#tests/arrived-person.ts';
import { end, openPlace, type ProductPlace, startProduct, untilReady } from './run-product.ts';

/** The same database as the product's, for what no call of a person can do. */
export function databaseOf({ dataDir }: Pick<ProductPlace, 'dataDir'>) {
  return openDatabase({
    config: { dataDir, database: { url: undefined, poolMax: 4 } },
    log: pino({ level: 'silent' }),
    applicationName: 'escriba-bench',
  });
}

/** No plan's limit stands in the way of a measurement. */
async function liftPlans(place: ProductPlace) {
  const database = await databaseOf(place);
  await database.pool.query(
    'update plans set max_file_minutes = 100000, hours_per_month = 100000, has_text_exports = true',
  );
  await database.close();
}

const allRoles = { ROLES: 'web,worker' };

async function signUp(place: ProductPlace) {
  // Whatever roles are measured: a mail is sent by a worker.
  const product = startProduct({ ...place, environment: { ...place.environment, ...allRoles } });
  await untilReady(place, product);
  await liftPlans(place);
  const mailboxUrl = `http://127.0.0.1:${place.environment.SANDBOX_PORT}/mailbox`;
  const person = await arrivedPerson({ url: place.url, mailboxUrl });
  await end(product.child, 'SIGINT');
  return person;
}

/** The product in a process of its own, and somebody who has signed in to it. */
export async function openSignedInPlace(environment: NodeJS.ProcessEnv = {}) {
  const place = await openPlace(environment);
  const person = await signUp(place);
  const product = startProduct(place);
  await untilReady(place, product);
  const { pid } = product.child;
  if (pid === undefined) throw new Error('the product has no process');
  return {
    place,
    pid,
    person,
    [Symbol.asyncDispose]: async () => {
      await end(product.child, 'SIGINT');
      await place[Symbol.asyncDispose]();
    },
  };
}
