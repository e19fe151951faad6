import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate --name what-changed` writes the next migration. It does not connect to a database. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/adapters/db/schema/*.ts',
  out: './drizzle',
});
