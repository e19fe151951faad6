/** Long enough for the looks that one change causes to meet, too short for anybody to notice. */
const gatherMs = 8;
const maxConcurrent = 500;

type Waiting<Key, Value> = {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
};

/**
 * Looks of the same moment go to the database as one statement. A thousand pages that follow a recording each ask
 * for little, and what they cost is the asking: without this one process is fully busy at some 1,800 looks a second.
 */
export function createBatchLoader<Key, Value>(fetchAll: (keys: readonly Key[]) => Promise<readonly Value[]>) {
  let waiting: Waiting<Key, Value>[] = [];

  function send() {
    const those = waiting;
    waiting = [];
    fetchAll(those.map(({ key }) => key)).then(
      (values) => {
        for (const [at, { resolve }] of those.entries()) resolve(values[at] as Value);
      },
      (error: unknown) => {
        for (const { reject } of those) reject(error);
      },
    );
  }

  return (key: Key): Promise<Value> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (waiting.length === 1) setTimeout(() => waiting.length > 0 && send(), gatherMs);
      if (waiting.length >= maxConcurrent) send();
    });
}
