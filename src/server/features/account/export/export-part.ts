import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { formatMoment } from '#domain/format/dates.ts';
import type { Actor } from '#server/actor.ts';
import type { Deps } from '#server/deps.ts';

/** A file of the ZIP. */
export type ZipEntry = { name: string; text: AsyncIterable<string> | Iterable<string> };

type ExportRecord = Readonly<Record<string, unknown>>;

/** One topic of the account export. It becomes a JSON file and a readable text file. */
export type ExportPart = Readonly<{
  /** Without the extension. */
  fileName: string;
  title: string;
  /** The fields that the text file shows, in this order; a record may lack some. The JSON file holds all fields. */
  labels: Readonly<Record<string, string>>;
  /** Yields only the actor's rows, column by column: no hash, token or secret. Runs once per file. */
  read: (
    deps: Pick<Deps, 'db' | 'payments' | 'now'>,
    actor: Pick<Actor, 'userId'>,
  ) => AsyncIterable<ExportRecord>;
}>;

const numberText = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });

function plainText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (value instanceof Date) return formatMoment(value);
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'number') return numberText.format(value);
  if (Array.isArray(value)) return value.map(plainText).join(', ') || '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function lineOf(label: string, value: unknown): string {
  const text = plainText(value);
  return text.includes('\n') ? `${label}:\n${text}\n` : `${label}: ${text}\n`;
}

type Records = () => AsyncIterable<ExportRecord>;

async function* jsonOf(records: Records) {
  let separator = '\n';
  yield '[';
  for await (const record of records()) {
    yield `${separator}${JSON.stringify(record, null, 2)}`;
    separator = ',\n';
  }
  yield '\n]\n';
}

async function* textOf({ title, labels }: ExportPart, records: Records) {
  let isEmpty = true;
  yield `${title}\n${'='.repeat(title.length)}\n`;
  for await (const record of records()) {
    isEmpty = false;
    yield `\n${Object.entries(labels)
      .map(([key, label]) => (record[key] === undefined ? '' : lineOf(label, record[key])))
      .join('')}`;
  }
  if (isEmpty) yield '\nNenhum registro.\n';
}

export function exportPartFiles(
  part: ExportPart,
  deps: Pick<Deps, 'db' | 'payments' | 'now'>,
  actor: Pick<Actor, 'userId'>,
): readonly ZipEntry[] {
  const records = () => part.read(deps, actor);
  return [
    { name: `${part.fileName}.json`, text: jsonOf(records) },
    { name: `${part.fileName}.txt`, text: textOf(part, records) },
  ];
}

const pageRows = 50;

type Keyed = { createdAt: AnyPgColumn; id: AnyPgColumn };
type PageQuery = Readonly<{ after: SQL; order: SQL; cursor: SQL<string>; rows: number }>;

/**
 * Yields rows in creation order, one page at a time. Memory never holds years of data at once, and a slow download
 * holds no connection. `place` is text, because a Date would lose the microseconds that distinguish two rows.
 */
export async function* paginateByKey<Row extends { id: string; cursor: string }>(
  table: Keyed,
  page: (query: PageQuery) => Promise<Row[]>,
  rows = pageRows,
): AsyncGenerator<Omit<Row, 'cursor'>> {
  const key = sql`(${table.createdAt}, ${table.id})`;
  const order = sql`${table.createdAt}, ${table.id}`;
  const cursor = sql<string>`${table.createdAt}::text`;
  let after = sql`true`;
  for (;;) {
    const found = await page({ after, order, cursor, rows });
    for (const { cursor: _place, ...row } of found) yield row;
    const last = found.at(-1);
    if (last === undefined || found.length < rows) return;
    after = sql`${key} > (${last.cursor}::timestamptz, ${last.id}::uuid)`;
  }
}
