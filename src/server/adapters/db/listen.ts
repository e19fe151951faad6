import pg from 'pg';
import type { Logger } from 'pino';

type ListenOptions = {
  url: string;
  channels: readonly string[];
  log: Pick<Logger, 'warn'>;
  onWord: (payload: string) => void;
};

const firstPauseMs = 250;
const maxPauseMs = 10_000;

export type Listening = Readonly<{ close: () => Promise<void> }>;

/**
 * One connection that hears what other processes tell, on any number of channels. When it is lost it comes back by itself; what was said
 * meanwhile is lost, so whoever listens must also look at the rows now and then. `onWord('')` says: look at all.
 */
export async function listen({ url, channels, log, onWord }: ListenOptions): Promise<Listening> {
  let client: pg.Client | undefined;
  let closed = false;
  let pauseMs = firstPauseMs;
  let timer: NodeJS.Timeout | undefined;

  async function connect() {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'escriba-listen',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    fresh.on('error', () => again());
    fresh.on('end', () => again());
    fresh.on('notification', ({ payload = '' }) => onWord(payload));
    await fresh.connect();
    await fresh.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join(';'));
    if (closed) return void (await fresh.end());
    client = fresh;
    pauseMs = firstPauseMs;
  }

  function again() {
    if (closed || timer !== undefined) return;
    client?.removeAllListeners();
    client?.on('error', () => {});
    client = undefined;
    timer = setTimeout(() => {
      timer = undefined;
      connect().then(
        () => onWord(''),
        (error: Error) => {
          log.warn({ channels, reason: error.message }, 'the line for live events is down');
          pauseMs = Math.min(pauseMs * 2, maxPauseMs);
          again();
        },
      );
    }, pauseMs);
    timer.unref();
  }

  await connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
