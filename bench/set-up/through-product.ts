import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { openSignedInPlace } from './signed-in-place.ts';

const lookEveryMs = 20;

type SignedIn = Pick<Awaited<ReturnType<typeof openSignedInPlace>>, 'place' | 'person'>;

/** From the first byte of a file's upload until its text is finished. */
export async function throughProduct({ place, person }: SignedIn, path: string): Promise<void> {
  const form = new FormData();
  form.append('file', await openAsBlob(path), basename(path));
  const headers = { authorization: `Bearer ${person.token}` };
  const accepted = await fetch(`${place.url}/api/transcribe`, { method: 'POST', headers, body: form });
  if (!accepted.ok) throw new Error(`no upload: ${accepted.status} ${await accepted.text()}`);
  const { jobId } = (await accepted.json()) as { jobId: string };
  for (;;) {
    const answer = await fetch(`${place.url}/api/transcribe/${jobId}`, { headers });
    const { status, reason } = (await answer.json()) as { status: string; reason: string | null };
    if (status === 'completed') return;
    if (status === 'error' || status === 'failed') throw new Error(`the job ended as ${status}: ${reason}`);
    await delay(lookEveryMs);
  }
}
