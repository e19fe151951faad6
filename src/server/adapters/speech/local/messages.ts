import type { AttemptKind } from '../engine.ts';
import type { LocalModel } from './models.ts';
import type { LibVariant } from './whisper-node.d.ts';

/** Between the server and the process that holds the native library. Samples travel as they are, not as text. */

export type ToEngine =
  | {
      kind: 'load';
      model: LocalModel['kind'];
      path: string;
      threads: number;
      variant: LibVariant;
    }
  | { kind: 'transcribe'; id: number; pcm: Int16Array; language: string; attempt: AttemptKind }
  | { kind: 'stop'; id: number };

/** Times count from the chunk's own beginning. */
export type HeardSegment = { startMs: number; endMs: number; text: string };
export type Heard = { language?: string; segments: HeardSegment[] };

export type FromEngine =
  | { kind: 'loaded' }
  | { kind: 'not_loaded'; reason: string }
  | ({ kind: 'transcribed'; id: number } & Heard)
  | { kind: 'stopped'; id: number }
  | { kind: 'failed'; id: number; reason: string };
