import { breakMark, type Piece, turnDash } from './rules.ts';

/** Where each piece begins if all stood in one line, a space after each: a stretch is `[to + 1] - [from] - 1` long. */
export function lengthsOf(pieces: readonly Piece[], hasDash: boolean): Float64Array {
  const lengths = new Float64Array(pieces.length + 1);
  let length = 0;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece === undefined) break;
    length += piece.text.length + 1 + (piece.continues ? breakMark.length : 0);
    if (at === 0 && hasDash) length += turnDash.length;
    lengths[at + 1] = length;
  }
  return lengths;
}
