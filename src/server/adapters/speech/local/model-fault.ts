import { SafeMessageError } from '../../../errors/safe-message-error.ts';

export type ModelFaultKind =
  | 'disk_full'
  | 'folder_unusable'
  /** What was fetched is not the model: its size or its SHA-256 is another. */
  | 'wrong_content'
  /** The server says no: 401, 403, 404 and their like, however often it is asked. */
  | 'refused'
  | 'unreachable';

/** Why a model is not here, in a sentence for the log. */
export class ModelFault extends SafeMessageError {
  readonly kind: ModelFaultKind;

  constructor(kind: ModelFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelFault';
    this.kind = kind;
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** The faults of the disk have names of their own; any other error is nobody's we know. */
export function diskFault(error: unknown, folder: string): ModelFault | undefined {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ModelFault('disk_full', `there is no room left for the model in ${folder}`, { cause: error });
  if (code !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EIO'].includes(code))
    return new ModelFault('folder_unusable', `the model cannot be written to ${folder} (${code})`, {
      cause: error,
    });
  return undefined;
}
