type ClassName = string | false | null | undefined;

export function classNames(...names: ClassName[]) {
  return names.filter(Boolean).join(' ');
}

/** A link within a text or on its own. */
export const textLinkClass =
  'rounded-control font-medium text-thread underline decoration-thread/40 underline-offset-4 transition-colors hover:decoration-thread';
