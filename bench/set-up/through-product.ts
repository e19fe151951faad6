import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { openSignedInPlace } from './signed-in-place.ts';

type SignedIn = Pick<Awaited<ReturnType<typeof openSignedInPlace>>, 'place' | 'person'>;

/** From the first byte of a file's upload until its text is finished. */
export async function throughProduct({ place, person }: SignedIn, path: string): Promise<void> {
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
