import sherpa from 'sherpa-onnx-node';
import type { Stretch } from '#domain/voices/cluster-embeddings.ts';
import { pcmToFloats, speechSampleRateHz } from '../engine.ts';
import type { EngineLoad, LoadedEngine } from '../local/engine-child.ts';
import { aloneSpans, type LocalTurn } from './alone-spans.ts';
import { type HeardTurn, steadyVector } from './turn-vectors.ts';

type SpeakersLoad = Extract<EngineLoad, { model: 'speakers' }>;

/**
 * The window of the segmentation model. In longer sound the library also computes embeddings and clusters, and keeps
 * its embeddings to itself.
 */
const windowSeconds = 10;
/** A shorter rest of the sound gets silence behind it. */
const minWindowSamples = speechSampleRateHz;
/** Of less sound an embedding says nothing. */
const minEmbeddedSamples = 0.4 * speechSampleRateHz;
/** A longer turn has the embedding of its own sound alone. */
const minOwnSamples = 1.5 * speechSampleRateHz;
/** Answers such as "sim" are this short. */
const minTurnSeconds = 0.2;
const minPauseSeconds = 0.3;

const toMs = (samples: number) => Math.round((samples * 1_000) / speechSampleRateHz);

function joined(pieces: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Undefined if the turn has too little sound of its own. */
function vectorAmong(turns: readonly HeardTurn[], at: number): Float32Array | undefined {
  const turn = turns[at];
  if (turn === undefined || turn.vector.length === 0) return undefined;
  return turn.samples >= minOwnSamples ? turn.vector : steadyVector(turn, turns);
}

/** Finds the turns in windows of ten seconds, and computes their embeddings from the sound of one speaker alone. */
export function loadSpeakerModels({ files, threads }: SpeakersLoad): LoadedEngine {
  const embedding = { model: files.embedding, numThreads: threads };
  const diarization = new sherpa.OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: files.segmentation }, numThreads: threads },
    embedding,
    clustering: { numClusters: -1, threshold: 1 },
    minDurationOn: minTurnSeconds,
    minDurationOff: minPauseSeconds,
  });
  const extractor = new sherpa.SpeakerEmbeddingExtractor(embedding);

  function vectorOf(samples: Float32Array): Float32Array {
    const none = new Float32Array();
    if (samples.length < minEmbeddedSamples) return none;
    const stream = extractor.createStream();
    stream.acceptWaveform({ samples, sampleRate: speechSampleRateHz });
    stream.inputFinished();
    return extractor.isReady(stream) ? extractor.compute(stream, false) : none;
  }

  function localTurns(window: Float32Array): LocalTurn[] {
    const padded =
      window.length < minWindowSamples ? joined([window, new Float32Array(minWindowSamples)]) : window;
    const sampleAt = (seconds: number) => Math.min(window.length, Math.round(seconds * speechSampleRateHz));
    return diarization
      .process(padded)
      .map(({ start, end, speaker }) => ({ from: sampleAt(start), to: sampleAt(end), speaker }))
      .filter(({ from, to }) => to > from);
  }

  function stretchesOf(window: Float32Array, offset: number): Stretch[] {
    const turns = localTurns(window);
    const soundOf = (spans: readonly { from: number; to: number }[]) =>
      joined(spans.map(({ from, to }) => window.subarray(from, to)));
    const ofSpeakers = new Map<number, Float32Array>();
    const vectorOfSpeaker = (speaker: number) => {
      const known = ofSpeakers.get(speaker);
      if (known !== undefined) return known;
      const own = turns.filter((turn) => turn.speaker === speaker);
      const vector = vectorOf(soundOf(own.flatMap((turn) => aloneSpans(turns, turn))));
      ofSpeakers.set(speaker, vector);
      return vector;
    };
    const heard = turns.map((turn) => {
      const own = soundOf(aloneSpans(turns, turn));
      return { speaker: turn.speaker, samples: own.length, vector: vectorOf(own) };
    });
    return turns.map((turn, at) => ({
      startMs: toMs(offset + turn.from),
      endMs: toMs(offset + turn.to),
      vector: vectorAmong(heard, at) ?? vectorOfSpeaker(turn.speaker),
    }));
  }

  return {
    findStretches(pcm) {
      const samples = pcmToFloats(pcm);
      const found: Stretch[] = [];
      for (let at = 0; at < samples.length; at += windowSeconds * speechSampleRateHz)
        found.push(...stretchesOf(samples.subarray(at, at + windowSeconds * speechSampleRateHz), at));
      return found;
    },
  };
}
