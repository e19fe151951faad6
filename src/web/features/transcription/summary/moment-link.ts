/** A citation that the server has checked is an ordinary link to a moment: `[0:42](#t=42.3)`, in seconds. */
const momentAddress = /^#t=(\d{1,6}(?:\.\d{1,3})?)$/;

export function parseMomentLink(address: string | undefined): number | undefined {
  const [, seconds] = momentAddress.exec(address ?? '') ?? [];
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1_000);
}

/** What a model wrote may lead elsewhere only by a whole address: one of ours could do something when it is opened. */
export function parseExternalUrl(address: string | undefined): URL | undefined {
  if (address === undefined || !/^(https?:\/\/|mailto:)/i.test(address)) return undefined;
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** A link is written letter by letter: until it ends, it is not shown at all. */
export function stripPartialLink(text: string): string {
  return text.replace(/!?\[[^\]\n]{0,200}(?:\](?:\([^)\n]{0,400})?)?$/, '');
}
