/** A server of the page's own build that still runs answers within this time, or the upgrade has reached all of them. */
const settledMs = 60_000;

type BuildWatch = Readonly<{
  /** Called with the build that each answer names. */
  notice: (build: string | null) => void;
  isOutdated: () => boolean;
  subscribe: (listener: () => void) => () => void;
}>;

/**
 * During an upgrade servers of two builds answer in turn, and a reload might return the same build. So the page counts
 * as outdated once only servers of another build have answered for a minute.
 */
export function createBuildWatch(ownBuild: () => string | undefined): BuildWatch {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let outdated = false;

  function change(next: boolean) {
    if (next === outdated) return;
    outdated = next;
    for (const listener of listeners) listener();
  }

  return {
    notice(build) {
      const own = ownBuild();
      // A proxy's answer names no build.
      if (build === null || own === undefined) return;
      if (build !== own) {
        timer ??= setTimeout(() => change(true), settledMs);
        return;
      }
      clearTimeout(timer);
      timer = undefined;
      change(false);
    },
    isOutdated: () => outdated,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
