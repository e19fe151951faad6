import { startProductProcess } from './product-process.ts';

/** Starts one product for all tests. Each test creates its own accounts and data. */
export default async function startOneProduct() {
  if (process.env.E2E_BASE_URL !== undefined) return;
  const { url, mailboxUrl, databaseUrl, sessionSecret, stop } = await startProductProcess();
  process.env.E2E_BASE_URL = url;
  process.env.E2E_MAILBOX_URL = mailboxUrl;
  process.env.E2E_DATABASE_URL = databaseUrl;
  process.env.E2E_SESSION_SECRET = sessionSecret;
  return stop;
}
