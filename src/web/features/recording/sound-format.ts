/** Formats that the server keeps unchanged come first. WebM is remuxed to Ogg. */
const preferredTypes = [
  'audio/ogg;codecs=opus',
  'audio/mp4;codecs=opus',
  'audio/mp4;codecs=mp4a.40.2',
  'audio/mp4',
  'audio/webm;codecs=opus',
  'audio/webm',
] as const;

/** Transparent for speech, at 29 MB per hour. */
export const bitsPerSecond = 64_000;

/** Undefined lets the browser choose. */
export function chooseMimeType(isSupported: (type: string) => boolean): string | undefined {
  return preferredTypes.find(isSupported);
}

const endings: readonly [kind: RegExp, ending: string][] = [
  [/^audio\/ogg/, 'ogg'],
  [/^(audio|video)\/mp4/, 'm4a'],
  [/webm/, 'webm'],
  [/wav/, 'wav'],
];

/** The extension for a recording in the browser's own container. */
export const fileExtensionOfType = (type: string) => endings.find(([kind]) => kind.test(type))?.[1] ?? 'webm';
