import { voiceMessageOf } from './recordings.ts';
import type { TestUser } from './signed-in-user.ts';
import type { TestProduct } from './start-test-product.ts';
import { idIn, tusAt } from './tus.ts';

export type NamedFile = { name: string; bytes: Buffer<ArrayBuffer> };

/** Makes voice messages, each a little longer than the one before. */
export function voiceMessages(count: number): Promise<NamedFile[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => ({
      name: `PTT-20260103-WA${String(at + 1).padStart(4, '0')}.opus`,
      bytes: Buffer.from(await voiceMessageOf(1.13 + at / 4, 300 + 40 * at)),
    })),
  );
}

export async function uploadAll(product: TestProduct, { token }: TestUser, files: readonly NamedFile[]) {
  const tus = tusAt(product, token);
  const ids: string[] = [];
  for (const { name, bytes } of files) {
    const path = await tus.begin(bytes.length, name);
    const answer = await tus.patch(path, 0, bytes);
    if (answer.status !== 204) throw new Error(`not uploaded: ${answer.status}`);
    ids.push(idIn(path));
  }
  return ids;
}

export const join = (user: TestUser, uploadIds: readonly string[], rest: object = {}) =>
  user.call('/transcribe', { body: { uploadIds, ...rest } });

export async function joined(product: TestProduct, user: TestUser, files: readonly NamedFile[]) {
  const answer = await join(user, await uploadAll(product, user, files));
  const body = (await answer.json()) as { jobId: string };
  if (answer.status !== 201) throw new Error(`not accepted: ${answer.status} ${JSON.stringify(body)}`);
  return body.jobId;
}
