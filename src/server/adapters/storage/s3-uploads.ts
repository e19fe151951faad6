import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type MetadataValue, type Options, S3Store } from '@tus/s3-store';
import { countStreamedBytes } from '#server/runtime/garbage-collection.ts';

/** The limit for all uploads together. */
const partsSentAtOnce = 16;
/** The limit of parts per upload on our disk. A slow server thus throttles the client. */
const partsAhead = 3;

type Part = { path: string; bytes: number };
type Numbered = Part & { number: number; isLast: boolean };
/** Called before upload bytes are written to the local disk; may reject them. */
type BeforeWrite = ((bytes: number) => Promise<void>) | undefined;
type Place = { folder: string; partBytes: number; beforeWrite: BeforeWrite };

/** Splits the body into files of one part each. Deletes a part that was not yielded. */
async function* partFiles(
  pieces: AsyncIterable<Buffer>,
  { folder, partBytes, beforeWrite }: Place,
): AsyncGenerator<Part> {
  await mkdir(folder, { recursive: true });
  let filling: (Part & { file: FileHandle }) | undefined;
  try {
    for await (const piece of pieces)
      for (let at = 0; at < piece.length; ) {
        if (filling === undefined) {
          const path = join(folder, `part-${randomUUID()}`);
          filling = { path, bytes: 0, file: await open(path, 'wx') };
        }
        const taken = piece.subarray(at, at + partBytes - filling.bytes);
        await beforeWrite?.(taken.length);
        await filling.file.appendFile(taken);
        filling.bytes += taken.length;
        at += taken.length;
        countStreamedBytes(taken.length);
        if (filling.bytes < partBytes) continue;
        const { path, bytes, file } = filling;
        await file.close();
        filling = undefined;
        yield { path, bytes };
      }
    if (filling === undefined) return;
    const { path, bytes, file } = filling;
    await file.close();
    filling = undefined;
    yield { path, bytes };
  } finally {
    await filling?.file.close();
    if (filling !== undefined) await rm(filling.path, { force: true });
  }
}

/**
 * The tus library's S3 store with its own folder for waiting parts. The library uses the system's temporary
 * folder, which is in memory in many containers and never cleaned. It also takes a slot before a part is complete,
 * so that sixty slow connections would block all others. Needs a subclass, because the methods are protected.
 */
export class S3Uploads extends S3Store {
  readonly #folder: string;
  readonly #beforeWrite: BeforeWrite;

  constructor({ folder, beforeWrite, ...options }: Options & { folder: string; beforeWrite?: BeforeWrite }) {
    super({ maxConcurrentPartUploads: partsSentAtOnce, ...options });
    this.#folder = folder;
    this.#beforeWrite = beforeWrite;
  }

  protected override async uniqueTmpFileName(template: string): Promise<string> {
    await mkdir(this.#folder, { recursive: true });
    return join(this.#folder, `${template}${randomUUID()}`);
  }

  /**
   * The library downloads the unfinished part, deletes it from the bucket, and copies it into the next part. A disk
   * that refuses the second copy would lose these bytes, so this reserves space for both copies first.
   */
  protected override async downloadIncompletePart(id: string) {
    const bytes = (await this.getIncompletePartSize(id)) ?? 0;
    if (bytes > 0) await this.#beforeWrite?.(2 * bytes);
    return super.downloadIncompletePart(id);
  }

  /** Returns the number of bytes that the server accepted. Throws only after all parts have settled. */
  protected override async uploadParts(
    metadata: MetadataValue,
    body: Readable,
    firstNumber: number,
    offset: number,
  ): Promise<number> {
    const { size } = metadata.file;
    const underWay: Promise<void>[] = [];
    let number = firstNumber;
    let at = offset;
    let refusal: unknown;
    try {
      const partBytes = this.calcOptimalPartSize(size);
      const beforeWrite = async (bytes: number) =>
        this.#beforeWrite?.(bytes).catch((error: unknown) => {
          refusal = error;
          throw error;
        });
      const partOptions = { folder: this.#folder, partBytes, beforeWrite };
      // The body of a resumed upload is a different kind of stream, which ends normally after an abort.
      await pipeline(body, new PassThrough(), async (pieces: AsyncIterable<Buffer>) => {
        for await (const part of partFiles(pieces, partOptions)) {
          at += part.bytes;
          const sending = this.#send(metadata, { ...part, number, isLast: at === size });
          // The await below reports the error.
          sending.catch(() => undefined);
          underWay.push(sending);
          number += 1;
          if (underWay.length >= partsAhead) await underWay.shift();
        }
      });
    } catch (error) {
      // The pipeline reports only its own abort. The client must learn that the disk is full.
      throw refusal ?? error;
    } finally {
      await Promise.allSettled(underWay);
    }
    await Promise.all(underWay);
    return at - offset;
  }

  async #send(metadata: MetadataValue, { path, bytes, number, isLast }: Numbered): Promise<void> {
    try {
      const permit = await this.partUploadSemaphore.acquire();
      const file = createReadStream(path);
      const broken = new Promise<never>((_resolve, reject) => file.once('error', reject));
      // Only the last part may be smaller than S3's minimum. Other short parts wait for more bytes.
      const sending: Promise<unknown> =
        bytes >= this.minPartSize || isLast
          ? this.uploadPart(metadata, file, number)
          : this.uploadIncompletePart(metadata.file.id, file);
      try {
        await Promise.race([sending, broken]);
      } finally {
        file.destroy();
        await permit.release();
      }
    } finally {
      await rm(path, { force: true });
    }
  }
}
