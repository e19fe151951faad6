import { SafeMessageError } from '../../errors/safe-message-error.ts';

export type MediaErrorKind =
  /** No byte in it. */
  | 'empty'
  /** None of the formats we take, by its content. */
  | 'unsupported'
  /** One of the formats, and too damaged to give sound. */
  | 'unreadable'
  /** It promises much more sound than is in it: an upload or a copy that stopped half way. */
  | 'cut_short'
  | 'no_audio'
  /** There is a track, and nothing on it. */
  | 'zero_length'
  | 'too_long'
  | 'took_too_long'
  | 'disk_full'
  | 'engine_missing';

/** These can pass, or be mended by who runs the machine; every other kind is the file's own and stays. */
const ours: readonly MediaErrorKind[] = ['took_too_long', 'disk_full', 'engine_missing'];

const detailLength = 200;

/** The program's words are for our log: they may quote the file, so they are kept short and on one line. */
const brief = (detail: string) => detail.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, detailLength);

export class MediaError extends SafeMessageError {
  readonly kind: MediaErrorKind;
  readonly isOfFile: boolean;

  constructor(kind: MediaErrorKind, detail = '', options: { cause?: unknown } = {}) {
    super(detail === '' ? `media: ${kind}` : `media: ${kind}: ${brief(detail)}`, options);
    this.name = 'MediaError';
    this.kind = kind;
    this.isOfFile = !ours.includes(kind);
  }
}
