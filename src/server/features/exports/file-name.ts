import { stripInvisibleCharacters } from '#contract/text.ts';
import { plainText } from './plain-text.ts';

/**
 * Windows limits a path to 260 UTF-16 units, which `length` counts, and other systems a name to 255 bytes: a Chinese
 * character has three. Both limits here include the extension, and truncation cuts only between graphemes.
 */
const maxLength = 120;
const maxBytes = 240;
const fallbackName = 'transcricao';

const graphemes = new Intl.Segmenter('pt', { granularity: 'grapheme' });
/** Private and unassigned characters, which no font draws. */
const undrawableCharacters = /[\p{Co}\p{Cn}]/gu;
/** Windows opens a file with one of these names as a device, even with an extension. */
const windowsDevices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:$|[ .])/i;
const mediaExtension = /\.[a-z0-9]{2,5}$/i;

function truncate(name: string, extension: string): string {
  let kept = '';
  for (const { segment } of graphemes.segment(name)) {
    const candidate = kept + segment + extension;
    if (candidate.length > maxLength || Buffer.byteLength(candidate) > maxBytes) break;
    kept += segment;
  }
  return kept;
}

type ExportedFile = { title: string | null; fileName: string; format: string };

/** Returns a file name that every system accepts, with accents. Without a title it uses the name of the recording. */
export function exportFileName({ title, fileName, format }: ExportedFile): string {
  const extension = `.${format}`;
  const source =
    plainText(stripInvisibleCharacters((title ?? '').toWellFormed())) ||
    stripInvisibleCharacters(fileName).replace(mediaExtension, '');
  const safe = plainText(
    source
      .toWellFormed()
      .replace(undrawableCharacters, '')
      .replace(/[/\\|:]/g, '-')
      .replaceAll('"', "'")
      .replace(/[<>?*]/g, ''),
  ).normalize('NFC');
  const bare = safe.replace(/^[\s.\-~]+/, '');
  const truncated = truncate(windowsDevices.test(bare) ? `_${bare}` : bare, extension).replace(/[\s.]+$/, '');
  return (truncated === '' ? fallbackName : truncated) + extension;
}
