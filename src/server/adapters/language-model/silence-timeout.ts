import { hourMs, secondMs } from '#domain/format/durations.ts';

/** The largest parts at the slowest machines take a third of this. */
const maxReadingMs = hourMs;
const betweenPingsMs = 15 * secondMs;
const pingsPerSilence = 4;

type Silence = {
  silenceMs: number;
  /** For servers that say nothing while they read the prompt. Any answer shows that the server is alive. */
  ping?: ((signal: AbortSignal) => Promise<unknown>) | undefined;
};

/**
 * Aborts a call whose server is silent too long. Until the first output, answers to pings count too, because a small
 * machine reads a prompt for minutes.
 */
export function openSilenceTimeout({ silenceMs, ping }: Silence) {
  const silent = new AbortController();
  const abort = () => silent.abort();
  const timer = setTimeout(abort, silenceMs);
  const ceiling = ping === undefined ? undefined : setTimeout(abort, maxReadingMs);
  const pinging =
    ping === undefined
      ? undefined
      : setInterval(
          () =>
            void ping(silent.signal).then(
              () => timer.refresh(),
              () => undefined,
            ),
          Math.min(betweenPingsMs, silenceMs / pingsPerSilence),
        );
  const stopPinging = () => {
    clearTimeout(ceiling);
    clearInterval(pinging);
  };
  return {
    signal: silent.signal,
    heard: () => {
      stopPinging();
      timer.refresh();
    },
    [Symbol.dispose]: () => {
      stopPinging();
      clearTimeout(timer);
      abort();
    },
  };
}
