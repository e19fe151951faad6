import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type MetadataValue, type Options, S3Store } from '@tus/s3-store';
import { countStreamedBytes } from '../../runtime/streaming-gc.ts';

/** Of all uploads together, on their way to the server at one moment. */
const partsSentAtOnce = 16;
/** Of one upload, whole on our disk: a server that is slower than the sender's line holds the sender back. */
const partsAhead = 3;

type Part = { path: string; bytes: number };
type Numbered = Part & { number: number; isLast: boolean };
/** Asked before bytes of an upload go to the disk of this machine, and may refuse them. */
type BeforeWrite = ((bytes: number) => Promise<void>) | undefined;
type Place = { folder: string; partBytes: number; beforeWrite: BeforeWrite };

/** What comes, in files of one part each. One that is not given on is removed, however it ends. */
async function* partsOf(
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
 * The library's store, but for where parts lie until they are sent. Its own puts them into the machine's temporary
 * folder, which is memory in many containers and swept by nobody, and lets sixty slow lines keep everybody else waiting,
 * since it gives out its places before a part is there. A class, as it lets only one reach these.
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
   * The library fetches the unfinished part to this disk, removes it from the bucket, and copies it into the next part.
   * A disk that refused the second copy would lose these bytes, so both copies need room first.
   */
  protected override async downloadIncompletePart(id: string) {
    const bytes = (await this.getIncompletePartSize(id)) ?? 0;
    if (bytes > 0) await this.#beforeWrite?.(2 * bytes);
    return super.downloadIncompletePart(id);
  }

  /** Gives how many bytes the server has taken: all, or it throws once nothing is under way any more. */
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
      const place = { folder: this.#folder, partBytes, beforeWrite };
      // What goes on with an upload comes as a stream of another make, which ends as if whole where it was broken off.
      await pipeline(body, new PassThrough(), async (pieces: AsyncIterable<Buffer>) => {
        for await (const part of partsOf(pieces, place)) {
          at += part.bytes;
          const sending = this.#send(metadata, { ...part, number, isLast: at === size });
          // Its fault is told where it is waited for.
          sending.catch(() => undefined);
          underWay.push(sending);
          number += 1;
          if (underWay.length >= partsAhead) await underWay.shift();
        }
      });
    } catch (error) {
      // The pipeline aborts what it reads and reports only that: the client must learn that the disk is full.
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
      // Only what ends the file may be smaller than the protocol's smallest part: else it waits for the rest.
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
