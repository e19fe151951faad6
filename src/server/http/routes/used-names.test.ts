import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription, spokenSegments } from '#tests/helpers/stored-transcriptions.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
}, 60_000);
afterAll(() => product.close());

type Changes = Partial<Parameters<typeof insertTranscription>[1]>;

const insert = ({ userId }: TestUser, names: Record<string, string>, minute: number, changes: Changes = {}) =>
  insertTranscription(product.deps, {
    userId,
    segments: spokenSegments(['Bom dia'], { speaker: 'A' }),
    speakerNames: names,
    createdAt: new Date(Date.UTC(2026, 0, 1, 12, minute)),
    ...changes,
  });

async function namesOf({ call }: TestUser) {
  const answer = await call('/transcriptions/names');
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { names: string[] }).names;
}

test('the names of the newest recordings come first, each once', async () => {
  const user = await signedInUser(product);
  await insert(user, { A: 'José', B: 'Ana' }, 1);
  await insert(user, { A: 'jose', B: 'Pessoa 2', C: '<b>Zé</b>' }, 2);
  await insert(user, {}, 3);
  expect(await namesOf(user)).toEqual(['jose', '<b>Zé</b>', 'Ana']);
});

test('names of deleted recordings, of the example and of other accounts are not listed', async () => {
  const [user, other] = [await signedInUser(product), await signedInUser(product)];
  await insert(user, { A: 'Apagada' }, 1, { isDeleted: true });
  await insert(user, { A: 'Do exemplo' }, 2, { isExample: true });
  await insert(other, { A: 'De outra conta' }, 3);
  expect(await namesOf(user)).toEqual([]);
  await insert(user, { A: 'Clara' }, 4);
  expect(await namesOf(user)).toEqual(['Clara']);
});

test('at most thirty names are listed', async () => {
  const user = await signedInUser(product);
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}`, `Nome ${at}`]));
  await insert(user, many, 1);
  expect(await namesOf(user)).toHaveLength(30);
});
