import { sql } from 'drizzle-orm';
import type { SearchHit } from '#contract/transcription-list.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import type { Actor } from '#server/actor.ts';
import type { Deps } from '#server/deps.ts';
import { findOwnTranscription } from '#server/features/transcriptions/read/read-transcription.ts';
import { foldText, foldWithOffsets, wordPattern } from './fold-text.ts';
import { firstTurns, type NamedTurn, wordsOfNames } from './name-hits.ts';
import { type Passage, passageStartMs, shortenPassage, splitPassages } from './passages.ts';
import { parseSearchWords, type SearchWord, textQuery } from './search-words.ts';

type Spoken = { id: string; texts: (string | null)[] };
/** For each word of the text, the indexes of the query words that it matches. */
type WordMatches = ReadonlyMap<string, readonly number[]>;
/** The name of a speaker stands before the passage if the search has found nothing but the name. */
type Found = { id: string; segment: number; passage?: Passage; name?: string };

/** A passage that may match, and the words in it that may be search words. */
type Candidate = { passage: Passage; words: readonly string[] };

/** Reads only transcripts with all words. The times of each word, which are most of the data, stay in the database. */
async function spokenIn({ db }: Pick<Deps, 'db'>, ids: readonly string[], words: readonly SearchWord[]) {
  const { rows } = await db.execute<Spoken>(sql`
    select transcripts.transcription_id as id,
      jsonb_path_query_array(segments, 'strict $[*].text') as texts
    from transcripts join transcript_words using (transcription_id)
    where transcription_id = any(${sql.param(ids)}::uuid[]) and words @@ (${textQuery(words)})`);
  return rows;
}

/** The database's stem of each word, so that the marked words are the found ones. */
async function findStems({ db }: Pick<Deps, 'db'>, words: readonly string[]) {
  const { rows } = await db.execute<{ word: string; stem: string | null }>(sql`
    select word, case when word ~ '[0-9]' then word else (ts_lexize('portuguese_stem', word))[1] end as stem
    from unnest(${sql.param(words)}::text[]) as word`);
  return new Map(rows.map(({ word, stem }) => [word, stem]));
}

/** A stem is the prefix of all its words, so the pattern skips all other text. */
function stemPattern(words: readonly SearchWord[], stems: ReadonlyMap<string, string | null>) {
  const beginnings = words.flatMap(({ text, forms, isBeginning }) => {
    const own = forms.flatMap((form) => stems.get(form) ?? []);
    return own.length > 0 && isBeginning ? [...own, text] : own;
  });
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...new Set(beginnings)].join('|')})[\\p{L}\\p{N}]*`, 'gu');
}

function findCandidates(texts: readonly (string | null)[], beginnings: RegExp): Candidate[] {
  return splitPassages(texts.map((text) => text ?? '')).flatMap((passage) => {
    const words = foldText(passage.text).match(beginnings);
    return words === null ? [] : [{ passage, words }];
  });
}

export async function matchWords(
  deps: Pick<Deps, 'db'>,
  found: readonly string[],
  words: readonly SearchWord[],
  stems: ReadonlyMap<string, string | null>,
): Promise<WordMatches> {
  const stemOf = await findStems(deps, found);
  return new Map(
    found.map((word) => [
      word,
      words.flatMap(({ text, forms, isBeginning }, index) => {
        const isForm = forms.some((form) => stems.get(form) != null && stems.get(form) === stemOf.get(word));
        const begins = isBeginning && stems.get(text) != null && word.startsWith(text);
        return isForm || begins ? [index] : [];
      }),
    ]),
  );
}

/** Returns the first candidate that contains the most query words. */
function bestOf(candidates: readonly Candidate[], answers: WordMatches): Passage | undefined {
  let best: Passage | undefined;
  let most = 0;
  for (const { passage, words } of candidates) {
    const answered = new Set(words.flatMap((word) => answers.get(word) ?? [])).size;
    if (answered > most) [best, most] = [passage, answered];
  }
  return best;
}

function marksIn(text: string, answers: WordMatches): SearchHit['marks'] {
  const folded = foldWithOffsets(text);
  return [...folded.text.matchAll(wordPattern)]
    .filter(([word]) => (answers.get(word) ?? []).length > 0)
    .map(({ 0: word, index }) => ({
      start: folded.placeOf(index),
      end: folded.placeOf(index + word.length),
    }));
}

/** Reads one segment per hit. Only these are read with their words' times. */
async function segmentsAt({ db }: Pick<Deps, 'db'>, found: readonly Found[]) {
  const { rows } = await db.execute<{ id: string; segment: StoredSegment | null }>(sql`
    select transcription_id as id, segments -> place as segment
    from transcripts join unnest(
      ${sql.param(found.map(({ id }) => id))}::uuid[],
      ${sql.param(found.map(({ segment }) => segment))}::int[]
    ) as wanted (id, place) on transcription_id = wanted.id`);
  return new Map(rows.map(({ id, segment }) => [id, segment]));
}

/** The first speaker of each transcription whose name has a query word. */
function namedIn(turns: readonly NamedTurn[], answers: WordMatches): Found[] {
  const isFound = ({ name }: NamedTurn) =>
    (foldText(name).match(wordPattern) ?? []).some((word) => (answers.get(word) ?? []).length > 0);
  const first = new Map<string, Found>();
  for (const turn of turns.filter(isFound))
    if (!first.has(turn.id)) first.set(turn.id, { id: turn.id, segment: turn.place, name: turn.name });
  return [...first.values()];
}

/**
 * Returns the matching sentence of each transcription with its moment. It reads whole texts, so call it only for
 * the rows of one page. A text that was saved without segments has no times, so it gets no hit.
 */
export async function searchHits(
  deps: Pick<Deps, 'db'>,
  ids: readonly string[],
  words: readonly SearchWord[],
): Promise<Map<string, SearchHit>> {
  const hits = new Map<string, SearchHit>();
  if (ids.length === 0 || words.length === 0) return hits;
  const [spoken, stems] = await Promise.all([
    spokenIn(deps, ids, words),
    findStems(deps, [...new Set(words.flatMap(({ forms }) => forms))]),
  ]);
  if (spoken.length === 0) return hits;
  const beginnings = stemPattern(words, stems);
  const candidates = spoken.map(({ id, texts }) => ({ id, candidates: findCandidates(texts, beginnings) }));
  const seen = new Set(candidates.flatMap((each) => each.candidates.flatMap((one) => one.words)));
  const inTexts = await matchWords(deps, [...seen], words, stems);
  const saying = candidates.flatMap(({ id, candidates: those }): Found[] => {
    const passage = bestOf(those, inTexts);
    return passage === undefined ? [] : [{ id, segment: passage.segment, passage }];
  });
  const isSaid = new Set(saying.map(({ id }) => id));
  const rest = spoken.map(({ id }) => id).filter((id) => !isSaid.has(id));
  const turns = await firstTurns(deps, rest);
  const inNames = turns.length === 0 ? inTexts : await matchWords(deps, wordsOfNames(turns), words, stems);
  const found = [...saying, ...namedIn(turns, inNames)];
  const answers = new Map([...inTexts, ...inNames]);
  const segments = await segmentsAt(deps, found);
  for (const { id, segment: place, passage: said, name = '' } of found) {
    const segment = segments.get(id);
    if (segment == null) continue;
    const passage = said ?? { segment: place, offset: 0, text: `${name}: ${segment.text}` };
    const shown = shortenPassage(passage, marksIn(passage.text, answers)[0]?.start ?? 0);
    hits.set(id, {
      text: shown.text,
      marks: marksIn(shown.text, answers),
      start_ms: passageStartMs(shown, segment),
    });
  }
  return hits;
}

/** The transcription page marks these words, so they must equal the ones that the list search found. */
export async function findMatchedWords(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { id, q }: { id: string; q: string },
): Promise<string[]> {
  await findOwnTranscription(deps, actor, id);
  const words = parseSearchWords(q);
  const stems = await findStems(deps, [...new Set(words.flatMap(({ forms }) => forms))]);
  // Words like "de" have no stem: the search ignores them, but the pattern below would match every word.
  if ([...stems.values()].every((stem) => stem === null)) return [];
  const { rows } = await deps.db.execute<{ texts: (string | null)[] }>(sql`
    select case when jsonb_array_length(segments) > 0
      then jsonb_path_query_array(segments, 'strict $[*].text') else jsonb_build_array(text) end as texts
    from transcripts where transcription_id = ${id}`);
  const candidates = findCandidates(rows[0]?.texts ?? [], stemPattern(words, stems));
  const seen = [...new Set(candidates.flatMap((each) => each.words))];
  const answers = await matchWords(deps, seen, words, stems);
  return seen.filter((word) => (answers.get(word) ?? []).length > 0);
}
