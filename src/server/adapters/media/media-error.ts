import { SafeMessageError } from '#server/errors/safe-message-error.ts';

export type MediaErrorKind =
  /** A file of zero bytes. */
  | 'empty'
  /** Not a supported format, judged by its content. */
  | 'unsupported'
  /** A supported format, but too damaged to decode. */
  | 'unreadable'
  /** Contains far less sound than its header promises: an interrupted upload or copy. */
  | 'cut_short'
  | 'no_audio'
  /** The audio track is empty. */
  | 'zero_length'
  | 'too_long'
  /** Has far more bytes than its sound can need. */
  | 'mostly_padding'
  | 'took_too_long'
  | 'disk_full'
  | 'engine_missing';

/** Temporary, or fixable by the operator. All other kinds are permanent faults of the file. */
const ours: readonly MediaErrorKind[] = ['took_too_long', 'disk_full', 'engine_missing'];

const detailLength = 200;

/** ffmpeg's output is for our log. It may quote the file, so keep it short and on one line. */
const brief = (detail: string) => detail.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, detailLength);

export class MediaError extends SafeMessageError {
  readonly kind: MediaErrorKind;
  readonly isFaultOfFile: boolean;

  constructor(kind: MediaErrorKind, detail = '', options: { cause?: unknown } = {}) {
    super(detail === '' ? `media: ${kind}` : `media: ${kind}: ${brief(detail)}`, options);
    this.kind = kind;
    this.isFaultOfFile = !ours.includes(kind);
  }
}
