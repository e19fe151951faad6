import type { Adapter, Payload } from 'oidc-provider/lib/provider.js';

const defaultMaxRecords = 2_000;

type StoredRecord = { payload: Payload; expiresAtMs: number };

/**
 * Stores the provider's sign-ins in progress, codes and tokens in memory. A restart loses them, which the product
 * must handle like a token revoked by Google.
 */
export function createMemoryAdapter({
  now = Date.now,
  maxRecords = defaultMaxRecords,
} = {}): (model: string) => Adapter {
  const records = new Map<string, StoredRecord>();

  const find = (key: string) => {
    const kept = records.get(key);
    if (kept === undefined || kept.expiresAtMs > now()) return kept?.payload;
    records.delete(key);
    return undefined;
  };
  const makeRoom = () => {
    for (const key of records.keys()) {
      if (records.size <= maxRecords) return;
      records.delete(key);
    }
  };

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`;
    return {
      upsert: async (id, payload, expiresInSeconds) => {
        const expiresAtMs = expiresInSeconds === undefined ? Infinity : now() + expiresInSeconds * 1_000;
        // Delete it first, so that an updated record moves to the end of the eviction order.
        records.delete(keyOf(id));
        records.set(keyOf(id), { payload, expiresAtMs });
        makeRoom();
      },
      find: async (id) => find(keyOf(id)),
      findByUid: async (uid) => {
        const entry = [...records].find(
          ([key, { payload }]) => key.startsWith(`${model}:`) && payload.uid === uid,
        );
        return entry && find(entry[0]);
      },
      // User codes belong to the device flow, which is not supported.
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = find(keyOf(id));
        if (payload !== undefined) payload.consumed = Math.floor(now() / 1_000);
      },
      destroy: async (id) => {
        records.delete(keyOf(id));
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of records) if (payload.grantId === grantId) records.delete(key);
      },
    };
  };
}
