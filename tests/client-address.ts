let given = 0;

/**
 * An address for somebody who comes through a proxy that the product trusts: limits per address are for one home, and
 * journeys are many.
 */
export function clientAddress(): string {
  given += 1;
  return `10.${(process.pid >> 8) & 255}.${process.pid & 255}.${(given % 254) + 1}`;
}
