/**
 * Embeddings below this cosine distance belong to one voice. Those of WeSpeaker's ResNet34 are usually cut at 0.70. It
 * was not measured with our linkage.
 */
export const sameVoiceDistance = 0.7;

/** A turn of a window with the embedding of its own sound, which is empty if there is too little of it. */
export type HeardTurn = Readonly<{ speaker: number; samples: number; vector: Float32Array }>;

function unitOf(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

const distanceOf = (one: Float32Array, other: Float32Array) =>
  1 - one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

/**
 * The embedding of a short turn together with those of its speaker in the window, because little sound is noisy. It
 * leaves out turns that sound like another voice: the model may give two people the same number.
 */
export function steadyVector(turn: HeardTurn, turns: readonly HeardTurn[]): Float32Array {
  const own = unitOf(turn.vector);
  const sum = new Float32Array(own.length);
  for (const { speaker, samples, vector } of turns) {
    const unit = unitOf(vector);
    const isSame = speaker === turn.speaker && distanceOf(own, unit) <= sameVoiceDistance;
    if (!isSame) continue;
    for (const [at, value] of unit.entries()) sum[at] = (sum[at] ?? 0) + samples * value;
  }
  return sum;
}
