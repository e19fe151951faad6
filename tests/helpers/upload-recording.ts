import type { Transcription } from '#contract/transcription.ts';
import type { TestProduct } from './start-test-product.ts';

type Part = { field: string; value: string } | { field: string; name: string; bytes: Uint8Array };

/** Builds the form body as bytes, because FormData would change names that the test needs unchanged. */
export function formBody(parts: readonly Part[], boundary = 'fronteira') {
  const pieces = parts.flatMap((part) => {
    const disposition = `form-data; name="${part.field}"`;
    const head =
      'value' in part
        ? `content-disposition: ${disposition}\r\n\r\n`
        : `content-disposition: ${disposition}; filename="${part.name}"\r\ncontent-type: audio/mpeg\r\n\r\n`;
    const body = 'value' in part ? part.value : part.bytes;
    return [Buffer.from(`--${boundary}\r\n${head}`), Buffer.from(body), Buffer.from('\r\n')];
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

export function sendForm({ url }: Pick<TestProduct, 'url'>, token: string, parts: readonly Part[]) {
  const { type, body } = formBody(parts);
  return fetch(`${url}/api/transcribe`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
  });
}

export const sendFile = (
  product: Pick<TestProduct, 'url'>,
  token: string,
  bytes: Uint8Array,
  name = 'aula.mp3',
) => sendForm(product, token, [{ field: 'file', name, bytes }]);

/** Uploads a recording that the server must accept, and returns the job's id. */
export async function uploadRecording(
  product: Pick<TestProduct, 'url'>,
  token: string,
  bytes: Uint8Array,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const before = Object.entries(fields).map(([field, value]) => ({ field, value }));
  const answer = await sendForm(product, token, [...before, { field: 'file', name: 'aula.mp3', bytes }]);
  const body = (await answer.json()) as { jobId: string };
  if (answer.status !== 201) throw new Error(`not accepted: ${answer.status} ${JSON.stringify(body)}`);
  return body.jobId;
}

export async function readJob(
  { url }: Pick<TestProduct, 'url'>,
  token: string,
  id: string,
): Promise<Transcription> {
  const answer = await fetch(`${url}/api/transcribe/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`no such job: ${answer.status}`);
  return (await answer.json()) as Transcription;
}
