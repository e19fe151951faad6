import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

const pageRows = 50;

type Keyed = { createdAt: AnyPgColumn; id: AnyPgColumn };
export type PageQuery = Readonly<{ after: SQL; order: SQL; place: SQL<string>; rows: number }>;

/**
 * Row by row in the order in which they were made, a page at a time: what somebody gathered in years is never in memory
 * at once, and no connection is held while a slow download goes on. The place is text, since a Date would lose the
 * microseconds by which the database tells two rows apart.
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
