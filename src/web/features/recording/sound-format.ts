/** What the server keeps as it is comes first; WebM is put into Ogg in the end. */
const preferredTypes = [
  'audio/ogg;codecs=opus',
  'audio/mp4;codecs=opus',
  'audio/mp4;codecs=mp4a.40.2',
  'audio/mp4',
  'audio/webm;codecs=opus',
  'audio/webm',
] as const;

/** Speech loses nothing at this, and an hour is 29 MB. */
export const bitsPerSecond = 64_000;

/** Undefined leaves the choice to the browser. */
export function chooseMimeType(isSupported: (type: string) => boolean): string | undefined {
  return preferredTypes.find(isSupported);
}

const endings: readonly [kind: RegExp, ending: string][] = [
  [/^audio\/ogg/, 'ogg'],
  [/^(audio|video)\/mp4/, 'm4a'],
  [/webm/, 'webm'],
  [/wav/, 'wav'],
];

/** The ending of a recording that stays in what the browser made. */
export const fileExtensionOfType = (type: string) => endings.find(([kind]) => kind.test(type))?.[1] ?? 'webm';
