import type { Database } from './database.ts';

/**
 * For what is asked with nearly every call: its text is built once a process, and read and planned by the database once
 * a connection. The key is the statement's name too, so that no two may share one.
 */
export function preparedOnce<Key extends string, Built>(build: (db: Database, key: Key) => Built) {
  const kept = new WeakMap<Database, Map<Key, Built>>();
  return (db: Database, key: Key): Built => {
    const ofThis = kept.get(db) ?? new Map<Key, Built>();
    kept.set(db, ofThis);
    const built = ofThis.get(key) ?? build(db, key);
    ofThis.set(key, built);
    return built;
  };
}
