let given = 0;

/** A client address as a trusted proxy reports it: rate limits are sized for one home, not for all tests. */
export function clientAddress(): string {
  given += 1;
  return `10.${(process.pid >> 8) & 255}.${process.pid & 255}.${(given % 254) + 1}`;
}
