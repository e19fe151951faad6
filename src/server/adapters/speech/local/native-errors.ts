/** After the library has named an error, its answer should be there at once. */
const defaultGraceMs = 2_000;

/**
 * What the library logged about the work at hand. Its own errors only say that something failed, and some of them
 * never arrive: the promise of a call that fails inside stays open for ever.
 */
export function nativeErrors(graceMs = defaultGraceMs) {
  let heard: string[] = [];
  let onHeard = () => {};
  return {
    hear(text: string) {
      heard.push(text.trim());
      onHeard();
    },
    forget() {
      heard = [];
    },
    list: (): readonly string[] => heard,
    /** The promise's own answer, or what was logged when that stays away. */
    async orAnswer<T>(answer: Promise<T>): Promise<T> {
      let timer: NodeJS.Timeout | undefined;
      const silent = new Promise<never>((_, reject) => {
        onHeard = () => {
          timer ??= setTimeout(() => reject(new Error(heard.join('; '))), graceMs);
        };
      });
      try {
        return await Promise.race([answer, silent]);
      } finally {
        clearTimeout(timer);
        onHeard = () => {};
      }
    },
  };
}
