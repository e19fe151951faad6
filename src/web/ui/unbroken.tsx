/** For "e-mail", which browsers break after its hyphen. Another hyphen would be another word to a search or a copy. */
export function Unbroken({ children }: { children: string }) {
  return <span className="whitespace-nowrap">{children}</span>;
}
