import { parseEnv } from 'node:util';

/** The names of databases, storages, vendors and their keys, which the environment may set and .env may not. */
const leadsOutside =
  /(_URL|_BASE|_MODEL|_KEY|_KEY_ID|_CLIENT_ID|_CLIENT_SECRET|_SECRET|_SECRET_OLD|_TOKEN)$|^DATA_DIR$/;

/**
 * The settings for development. .env may belong to an installation with real users, and script/dev creates an account
 * with a published password. So the data folder, the database and the vendors come from the environment only.
 */
export function devEnvironment(environment: NodeJS.ProcessEnv, dotEnv: string) {
  const entries = Object.entries(parseEnv(dotEnv));
  const taken = Object.fromEntries(entries.filter(([name]) => !leadsOutside.test(name)));
  const settings: NodeJS.ProcessEnv = {
    LOG_LEVEL: 'warn',
    DATA_DIR: 'data/dev',
    // A real model needs a download of hundreds of megabytes. Set SPEECH_MODEL to use one.
    SPEECH_MODEL: 'sandbox',
    // Vite passes the calls of the pages on.
    TRUSTED_PROXIES: 'loopback',
    ...taken,
    ...environment,
  };
  const ignored = entries
    .filter(([name, value]) => value !== '' && !(name in taken) && settings[name] !== value)
    .map(([name]) => name);
  return { settings, ignored };
}
