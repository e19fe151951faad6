/** The server turns checked citations into links with the time in seconds: `[0:42](#t=42.3)`. */
const momentAddress = /^#t=(\d{1,6}(?:\.\d{1,3})?)$/;

export function parseMomentLink(address: string | undefined): number | undefined {
  const [, seconds] = momentAddress.exec(address ?? '') ?? [];
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1_000);
}

/** Accepts only absolute URLs in model output, because a relative one could trigger an action on this site. */
export function parseExternalUrl(address: string | undefined): URL | undefined {
  if (address === undefined || !/^(https?:\/\/|mailto:)/i.test(address)) return undefined;
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** A streamed link arrives piece by piece, so hide it until it is complete. */
export function stripPartialLink(text: string): string {
  return text.replace(/!?\[[^\]\n]{0,200}(?:\](?:\([^)\n]{0,400})?)?$/, '');
}
