import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

const pageRows = 50;

type Keyed = { createdAt: AnyPgColumn; id: AnyPgColumn };
export type PageQuery = Readonly<{ after: SQL; order: SQL; place: SQL<string>; rows: number }>;

/**
 * Yields rows in creation order, one page at a time. Memory never holds years of data at once, and a slow download
 * holds no connection. `place` is text, because a Date would lose the microseconds that distinguish two rows.
 */
export async function* paginateByKey<Row extends { id: string; place: string }>(
  table: Keyed,
  page: (query: PageQuery) => Promise<Row[]>,
  rows = pageRows,
): AsyncGenerator<Row> {
  const key = sql`(${table.createdAt}, ${table.id})`;
  const order = sql`${table.createdAt}, ${table.id}`;
  const place = sql<string>`${table.createdAt}::text`;
  let after = sql`true`;
  for (;;) {
    const found = await page({ after, order, place, rows });
    yield* found;
    const last = found.at(-1);
    if (last === undefined || found.length < rows) return;
    after = sql`${key} > (${last.place}::timestamptz, ${last.id}::uuid)`;
  }
}
