const letters = 26;

/** A to Z, then AA. */
export const labelOf = (place: number): string =>
  (place < letters ? '' : labelOf(Math.floor(place / letters) - 1)) +
  String.fromCharCode('A'.charCodeAt(0) + (place % letters));
