import pg from 'pg';
import type { Logger } from 'pino';

type ListenOptions = {
  url: string;
  channels: readonly string[];
  log: Pick<Logger, 'warn'>;
  onNotification: (payload: string) => void;
};

const firstPauseMs = 250;
const maxPauseMs = 10_000;

type NotificationListener = Readonly<{ close: () => Promise<void> }>;

/**
 * Opens one connection that listens on any number of channels and reconnects by itself. Notifications sent during an
 * outage are lost, so callers must also poll at intervals. `onNotification('')` tells the caller to re-read everything.
 */
export async function listenForNotifications({
  url,
  channels,
  log,
  onNotification,
}: ListenOptions): Promise<NotificationListener> {
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
    fresh.on('notification', ({ payload = '' }) => onNotification(payload));
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
        () => onNotification(''),
        (error: Error) => {
          log.warn({ channels, reason: error.message }, 'the connection for live events is down');
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

/** Receives the first subject of a notification. Undefined means that notifications were lost: re-read everything. */
type Listener = (changed: string | undefined) => void;

/** Calls the subscribers of a subject when any process notifies about it. */
export type ProgressNotifications = Readonly<{
  subscribe: (subject: string, onNotification: Listener) => () => void;
  close: () => Promise<void>;
}>;

type Options = { url: string; channels: readonly string[]; log: Pick<Logger, 'warn'> };

/** Opens one connection for all streams of a process. A notification wakes only the subscribers of its subjects. */
export async function openProgressNotifications({
  url,
  channels,
  log,
}: Options): Promise<ProgressNotifications> {
  const listeners = new Map<string, Set<Listener>>();
  const wake = (subscribed: Iterable<Listener>, changed?: string) => {
    for (const each of subscribed) each(changed);
  };
  const line = await listenForNotifications({
    url,
    channels,
    log,
    onNotification: (word) => {
      // The connection was down and notifications are lost, so wake every subscriber.
      if (word === '') for (const subscribed of listeners.values()) wake(subscribed);
      const subjects = word.split(' ');
      for (const subject of subjects) wake(listeners.get(subject) ?? [], subjects[0]);
    },
  });
  return {
    subscribe(subject, onNotification) {
      const subscribed = listeners.get(subject) ?? new Set();
      listeners.set(subject, subscribed.add(onNotification));
      return () => {
        subscribed.delete(onNotification);
        if (subscribed.size === 0 && listeners.get(subject) === subscribed) listeners.delete(subject);
      };
    },
    close: line.close,
  };
}

/** For a process without a web server: it has no subscribers and needs no connection. */
export const noProgressNotifications: ProgressNotifications = {
  subscribe: () => () => {},
  close: async () => {},
};
