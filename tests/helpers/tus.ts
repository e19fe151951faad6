import type { ReadStream } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { Upload } from 'tus-js-client';
import { listenOnFreePort } from './listen-on-free-port.ts';
import { heldRequest } from './network-faults.ts';

type Product = { url: string };
const head = (token: string) => ({ authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' });

/** An empty name sends no metadata, as the browser's client does. */
const metadata = (name: string) =>
  name === '' ? undefined : { 'upload-metadata': `filename ${Buffer.from(name).toString('base64')}` };

/** Sends single requests of the tus protocol, including requests that no correct client sends. */
export function tusAt({ url }: Product, token: string) {
  const at = (path: string) => new URL(path, url).href;
  const create = (bytes: number, name = 'aula.mp3') =>
    fetch(`${url}/api/uploads`, {
      method: 'POST',
      headers: { ...head(token), 'upload-length': String(bytes), ...metadata(name) },
    });
  return {
    create,
    /** Starts an upload and returns its path. Throws with the server's answer if the server refuses. */
    begin: async (bytes: number, name?: string): Promise<string> => {
      const answer = await create(bytes, name);
      const path = answer.headers.get('location');
      if (answer.status === 201 && path !== null) return path;
      throw new Error(`the server began no upload: ${answer.status} ${await answer.text()}`);
    },
    patch: (path: string, offset: number, body: Uint8Array<ArrayBuffer>) =>
      fetch(at(path), {
        method: 'PATCH',
        headers: {
          ...head(token),
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body,
      }),
    /** Starts a PATCH request whose body the test sends in two parts. */
    heldPatch: (path: string, file: Uint8Array, firstBytes: number) => {
      const headers = {
        ...head(token),
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': String(file.length),
      };
      const held = heldRequest(at(path), { method: 'PATCH', headers, first: file.subarray(0, firstBytes) });
      return { answer: held.answer, end: () => held.end(file.subarray(firstBytes)) };
    },
    head: (path: string) => fetch(at(path), { method: 'HEAD', headers: head(token) }),
    remove: (path: string) => fetch(at(path), { method: 'DELETE', headers: head(token) }),
  };
}

export const idIn = (path: string) => path.split('/').at(-1) ?? '';

type LineOptions = {
  to: string;
  /** The proxy cuts the connection each time the server has received this number of bytes. */
  cutEvery: number;
  cuts: number;
  /** Runs after a cut, before the proxy accepts connections again. */
  onCut?: (cut: number) => Promise<void>;
};

/** Starts a proxy that cuts the connection while the client sends data. */
export async function breakingProxy({ to, cutEvery, cuts, onCut = async () => {} }: LineOptions) {
  const target = new URL(to);
  let passed = 0;
  let cut = 0;
  let open: Promise<void> = Promise.resolve();
  const sockets = new Set<Socket>();
  const server = createServer(async (client) => {
    sockets.add(client.on('error', () => {}));
    await open;
    const upstream = connect(Number(target.port), '127.0.0.1');
    sockets.add(upstream.on('error', () => {}));
    upstream.pipe(client);
    client.on('data', (piece) => {
      passed += piece.length;
      if (!upstream.write(piece)) {
        client.pause();
        upstream.once('drain', () => client.resume());
      }
      if (cut >= cuts || passed < cutEvery * (cut + 1)) return;
      cut += 1;
      open = onCut(cut);
      client.destroy();
      upstream.destroy();
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  const { url } = await listenOnFreePort(server);
  return {
    url,
    cuts: () => cut,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

type Sending = { product: Product; token: string; file: Buffer | ReadStream; bytes: number };

/** Uploads with the browsers' client, which resumes after a cut, and returns the upload's address. */
export async function sendResuming({ product, token, file, bytes }: Sending): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const upload = new Upload(file as Buffer, {
    endpoint: `${product.url}/api/uploads`,
    uploadSize: bytes,
    headers: { authorization: `Bearer ${token}` },
    metadata: { filename: 'aula.bin' },
    retryDelays: [200, 500, 1_000, 2_000, 4_000, 8_000],
    onSuccess: () => resolve(),
    onError: reject,
  });
  upload.start();
  await promise;
  return upload.url ?? '';
}
