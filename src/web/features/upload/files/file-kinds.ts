/** Names that the picker of a computer shows, and the icon beside a file. The content decides on the server. */
const audioExtensions =
  'mp3 wav m4a flac ogg opus aac amr wma aiff aif aifc caf m4b mpga mp2 oga mka spx ac3 au w64 wv ape'.split(
    ' ',
  );
const videoExtensions = 'mp4 mov avi mkv flv webm m4v 3gp 3g2 wmv mpeg mpg ts mts m2ts vob ogv mxf asf'.split(
  ' ',
);
/** Videos whose audio the browser can extract. */
const openableVideoExtensions = ['mp4', 'mov', 'mkv', 'webm', 'm4v', '3gp', 'ts', 'mts', 'm2ts'];

/** Files of these names hold no sound. `.ts` is missing, because cameras and television use it. */
const silentExtensions = new Set(
  [
    'pdf doc docx odt rtf txt md xls xlsx ods csv ppt pptx odp epub mobi pages html htm xml json yaml log eml',
    'srt vtt sub ass m3u m3u8 pls xspf asx cue',
    'jpg jpeg png gif webp avif heic heif bmp tif tiff svg ico psd ai eps raw dng cr2 nef',
    'exe msi apk ipa app dmg pkg deb rpm iso bat cmd sh ps1 js jar dll so py php',
    'zip rar 7z tar gz tgz bz2 xz zst',
    'ttf otf woff woff2 sqlite db',
  ]
    .join(' ')
    .split(' '),
);

/**
 * For the pickers. The general type is for phones: they know no type for a file without an extension, and would not
 * let the person choose it.
 */
export const acceptedFiles = [
  'audio/*',
  'video/*',
  'application/ogg',
  'application/octet-stream',
  ...[...audioExtensions, ...videoExtensions].map((extension) => `.${extension}`),
].join(',');

const knownExtensions = new Set([...audioExtensions, ...videoExtensions]);

type NamedFile = { name: string; type?: string };

const fileExtension = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Browsers name the type of a pasted picture or a PDF even if its name has no extension. */
const isSilentType = (type = '') => type.startsWith('image/') || type === 'application/pdf';

export const cannotHoldSound = ({ name, type }: NamedFile) =>
  silentExtensions.has(fileExtension(name)) || isSilentType(type);

/** Stricter than the form, because a folder also holds files that the user does not think of. */
export const isKnownMedia = ({ name, type = '' }: NamedFile) =>
  /^(audio|video)\//.test(type) || knownExtensions.has(fileExtension(name));

export const isOpenableVideo = (name: string) => openableVideoExtensions.includes(fileExtension(name));

export function fileKind(file: NamedFile): 'audio' | 'video' | 'other' {
  if (cannotHoldSound(file)) return 'other';
  return videoExtensions.includes(fileExtension(file.name)) ? 'video' : 'audio';
}
