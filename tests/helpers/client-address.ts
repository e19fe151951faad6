let issued = 0;
/** Returns a new client address for x-forwarded-for. All tests at one address would exceed its rate limits. */
export function clientAddress(): string {
  issued += 1;
  return `10.${(process.pid >> 8) & 255}.${process.pid & 255}.${(issued % 254) + 1}`;
}
