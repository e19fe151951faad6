import { articles } from './break-costs.ts';
import { breakMark, lineLength, type Piece, turnDash } from './rules.ts';

/** Where each piece begins if all are in one line, separated by spaces. A stretch is `[to + 1] - [from] - 1` long. */
export function cumulativeLengths(pieces: readonly Piece[], hasDash: boolean): Float64Array {
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

/** A word of at most this length looks lost on its own line. */
export const shortWord = 5;
const aloneCost = 1_000;
const articleCost = 500;
const unevenCost = 0.7;
/** A short line above a long one hides less of the picture. */
const topHeavyCost = 2;

type LineBreakInput = {
  pieces: readonly Piece[];
  /** The cost after each piece, as in break-costs.ts. */
  costs: Float64Array;
  hasDash: boolean;
};

const textOfLine = (pieces: readonly Piece[], from: number, to: number) => {
  let line = '';
  for (let at = from; at <= to; at += 1) {
    const piece = pieces[at];
    if (piece === undefined) break;
    line += `${at === from ? '' : ' '}${piece.text}${piece.continues ? breakMark : ''}`;
  }
  return line;
};

const isShort = (piece: Piece | undefined) => (piece?.text.length ?? 0) <= shortWord;

/** Returns the piece after which the second line begins, or undefined if one line holds all. */
function breakOf({ pieces, costs, hasDash }: LineBreakInput): number | undefined {
  const lengths = cumulativeLengths(pieces, hasDash);
  const last = pieces.length - 1;
  const totalLength = (lengths[last + 1] ?? 0) - 1;
  // A piece that continues ends its line, so the cue has at most one possible break.
  const forced = pieces.findIndex(({ continues }, at) => continues && at < last);
  if (last === 0 || (totalLength <= lineLength && forced < 0)) return undefined;
  if (forced >= 0) return forced;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < last; at += 1) {
    const upper = (lengths[at + 1] ?? 0) - 1;
    const lower = totalLength - upper - 1;
    if (upper > lineLength) break;
    if (lower > lineLength) continue;
    let cost = (costs[at] ?? 0) + Math.abs(upper - lower) * unevenCost;
    if (upper > lower) cost += topHeavyCost;
    if ((at === 0 && isShort(pieces[0])) || (at === last - 1 && isShort(pieces[last]))) cost += aloneCost;
    if (articles.has(pieces[at]?.text.toLowerCase() ?? '')) cost += articleCost;
    if (cost < least) {
      least = cost;
      best = at;
    }
  }
  return best;
}

/** Returns one line if the text fits, else two: broken where it reads well, and as evenly as that allows. */
export function breakIntoLines(input: LineBreakInput): string[] {
  const { pieces, hasDash } = input;
  const dash = hasDash ? turnDash : '';
  const at = breakOf(input);
  const last = pieces.length - 1;
  if (at === undefined) return [dash + textOfLine(pieces, 0, last)];
  return [dash + textOfLine(pieces, 0, at), textOfLine(pieces, at + 1, last)];
}
