import { stripInvisibleCharacters } from '#contract/text.ts';
import { plainText } from './plain-text.ts';

/** With the extension. File systems also count bytes, and a Chinese letter has three. */
const maxLetters = 120;
const maxBytes = 240;
const otherwise = 'transcricao';

const letters = new Intl.Segmenter('pt', { granularity: 'grapheme' });
/** Private and unassigned characters, which no font draws. */
const undrawn = /[\p{Co}\p{Cn}]/gu;
/** Windows opens these as devices, whatever extension follows. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:$|[ .])/i;
const mediaEnding = /\.[a-z0-9]{2,5}$/i;

function cutTo(name: string, ending: string): string {
  let kept = '';
  for (const { segment } of letters.segment(name)) {
    const longer = kept + segment + ending;
    if (longer.length > maxLetters || Buffer.byteLength(longer) > maxBytes) break;
    kept += segment;
  }
  return kept;
}

type Named = { title: string | null; fileName: string; format: string };

/** Returns a name that every system accepts, with its accents: from the title, else from the recording. */
export function exportFileName({ title, fileName, format }: Named): string {
  const ending = `.${format}`;
  const source =
    plainText(stripInvisibleCharacters((title ?? '').toWellFormed())) ||
    stripInvisibleCharacters(fileName).replace(mediaEnding, '');
  const safe = plainText(
    source
      .toWellFormed()
      .replace(undrawn, '')
      .replace(/[/\\|:]/g, '-')
      .replaceAll('"', "'")
      .replace(/[<>?*]/g, ''),
  ).normalize('NFC');
  const bare = safe.replace(/^[\s.\-~]+/, '');
  const cut = cutTo(devices.test(bare) ? `_${bare}` : bare, ending).replace(/[\s.]+$/, '');
  return (cut === '' ? otherwise : cut) + ending;
}
