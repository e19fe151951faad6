import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readJson, writeJson } from '../kept-json.ts';

const KeysSchema = z.object({ cookie: z.string(), signing: z.looseObject({ kty: z.literal('RSA') }) });
export type ProviderKeys = z.infer<typeof KeysSchema>;

async function makeKeys(): Promise<ProviderKeys> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 });
  const signing = { ...privateKey.export({ format: 'jwk' }), kty: 'RSA' as const };
  return { cookie: randomBytes(32).toString('base64url'), signing };
}

/** Made once: a product that runs on while the sandbox restarts still holds the public key of before. */
export async function loadKeys(path: string): Promise<ProviderKeys> {
  const kept = await readJson(path, KeysSchema);
  if (kept !== undefined) return kept;
  const keys = await makeKeys();
  await writeJson(path, keys);
  return keys;
}
