/** As people read a long key to each other. */
export function groupsOfFour(text: string): string[] {
  return text.match(/.{1,4}/g) ?? [];
}
