import { personalTitles } from '../personal-titles.ts';

/** A person as NBR 6023 and NBR 10520 name authors: "Silva Júnior" and "João da". */
export type Author = Readonly<{ surname: string; given: string }>;

const furtherTitles = new Set(
  'ministro ministra juiz juiza desembargador desembargadora promotor promotora procurador procuradora delegado delegada defensor defensora advogado advogada perito perita testemunha depoente entrevistado entrevistada entrevistador entrevistadora reporter senador senadora governador governadora diretor diretora coordenador coordenadora padre pastor pastora frei irma dom capitao sargento tenente coronel major general cabo soldado'.split(
    ' ',
  ),
);
const suffixes = new Set(['junior', 'jr', 'filho', 'neto', 'neta', 'sobrinho', 'segundo', 'terceiro']);
const joins = new Set(['da', 'de', 'do', 'das', 'dos', 'e']);
/** With these a surname of another language begins: "La Torre", "Van Gogh". */
const prefixes = new Set(
  'la le los las van von der den di del della du el al bin ben saint sao santa'.split(' '),
);
const compounds = new Set([
  'espirito santo',
  'castelo branco',
  'corte real',
  'villas boas',
  'vilas boas',
  'santa cruz',
]);

const folded = (word: string) =>
  word
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
const isTitle = (word: string) => personalTitles.has(folded(word)) || furtherTitles.has(folded(word));

/** Owners add a role after the name: "João da Silva (testemunha)". */
const addition = /\s*[(,;–—/]|\s-\s/;

function titleCase(words: readonly string[]): string[] {
  const letters = words.join('');
  // A name with both kinds of letters is as its owner writes it.
  if (letters !== letters.toUpperCase() && letters !== letters.toLowerCase()) return [...words];
  return words.map((word) => {
    const lower = word.toLowerCase();
    return joins.has(lower) ? lower : lower.replace(/\p{L}/u, (letter) => letter.toUpperCase());
  });
}

/** The place of the first word of the surname. */
function surnameStart(words: readonly string[]): number {
  const keys = words.map(folded);
  const last = words.length - 1;
  // Popes and kings have no surname.
  if (last > 0 && /^[IVX]+$/.test(words[last] ?? '')) return 0;
  let start = last > 1 && suffixes.has(keys[last] ?? '') ? last - 1 : last;
  if (start > 1 && compounds.has(`${keys[start - 1]} ${keys[start]}`)) start -= 1;
  while (start > 1 && prefixes.has(keys[start - 1] ?? '')) start -= 1;
  return start;
}

/** An office or a number is no name, so the shown words stay: "Testemunha 2", "Presidente da Mesa". */
export function authorOf(voice: string): Author {
  const whole = { surname: voice, given: '' };
  const name = voice.split(addition)[0] ?? '';
  const words = name.split(' ').filter((word) => /\p{L}/u.test(word));
  const firstName = words.findIndex((word) => !isTitle(word));
  if (/\d/.test(name) || firstName === -1 || joins.has(folded(words[firstName] ?? ''))) return whole;
  const named = titleCase(words.slice(firstName));
  const start = surnameStart(named);
  return { surname: named.slice(start).join(' '), given: named.slice(0, start).join(' ') };
}

const initials = (given: string) =>
  given
    .split(' ')
    .filter((word) => word !== '' && !joins.has(folded(word)))
    .map((word) => `${[...word][0]}.`)
    .join(' ');

/** The surname of a voice; with initials if another voice of the citation has the same one. */
export function surnameAmong(voice: string, voices: readonly string[]): string {
  const { surname, given } = authorOf(voice);
  const isShared = voices.some((other) => other !== voice && authorOf(other).surname === surname);
  return isShared && given !== '' ? `${surname}, ${initials(given)}` : surname;
}

const opening = new Set('o a os as um uma uns umas de da do das dos em no na nos nas por com sem'.split(' '));

/** A title that stands for the author: its first word, with an article before it. */
function openingOf(title: string): { start: string; rest: string } {
  const words = title.split(' ');
  const count = words.length > 1 && opening.has(folded(words[0] ?? '')) ? 2 : 1;
  return { start: words.slice(0, count).join(' '), rest: words.slice(count).join(' ') };
}

/** "Reunião […]" */
export function shortTitle(title: string): string {
  const { start, rest } = openingOf(title);
  return rest === '' ? title : `${start.replace(/[:,;.–—-]+$/, '')} […]`;
}

/** "REUNIÃO de pauta" */
export function titleAsEntry(title: string): string {
  const { start, rest } = openingOf(title);
  return `${start.toUpperCase()} ${rest}`.trim();
}
