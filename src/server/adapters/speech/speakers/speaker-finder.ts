import type { Stretch } from '#domain/voices/cluster-embeddings.ts';

/** Finds the stretches of one speaker each, with the embedding of their sound. */
export type SpeakerFinder = Readonly<{
  /** Changes with the models, because embeddings of different models cannot be compared. */
  name: string;
  /** The models are there. */
  isReady: () => boolean;
  /** Fetches absent models in the background. */
  prepare: () => void;
  /** Stretches below this distance belong to one voice. */
  threshold: number;
  /**
   * The stretches of at most a minute of 16 kHz mono, with times relative to it. A stretch too short for an embedding has
   * an empty one. Throws SpeechError and ModelFolderError, and what aborts it.
   */
  findStretches: (pcm: Int16Array, signal: AbortSignal) => Promise<readonly Stretch[]>;
  close: () => Promise<void>;
}>;
