const letters = 26;

/** A to Z, then AA. */
export const labelOf = (index: number): string =>
  (index < letters ? '' : labelOf(Math.floor(index / letters) - 1)) +
  String.fromCharCode('A'.charCodeAt(0) + (index % letters));
