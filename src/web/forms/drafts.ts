import { createContext, useContext, useMemo } from 'react';
import { isRecord } from '#domain/is-record.ts';
import { attempt } from '#web/browser/attempt.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Unsent input that the browser keeps until it is sent, saved or discarded. */
export type Draft<T> = Readonly<{ read: () => T | undefined; write: (value: T | undefined) => void }>;

type DraftOptions<T> = {
  /** Looked up on each use: reading `localStorage` throws if the browser forbids storage. */
  storage: () => DraftStorage;
  key: string;
  /** Checks what was stored, possibly by an older release; undefined means that nothing usable is there. */
  parse: (value: unknown) => T | undefined;
  /** For input that is useless on another day. Undefined keeps it until it is sent, saved or discarded. */
  lifetimeMs?: number | undefined;
};

/** A draft without a time was written by an older release, at an unknown date. */
function isOver(value: unknown, lifetimeMs: number) {
  const writtenAtMs = isRecord(value) ? value.writtenAtMs : undefined;
  return typeof writtenAtMs !== 'number' || Date.now() - writtenAtMs > lifetimeMs;
}

/** If storage is forbidden or full, the input lives only as long as the page. */
export function openDraft<T>({ storage, key, parse, lifetimeMs }: DraftOptions<T>): Draft<T> {
  const remove = () => attempt(() => storage().removeItem(key));
  return {
    read() {
      const value: unknown = attempt(() => JSON.parse(storage().getItem(key) ?? 'null'));
      if (value === undefined || value === null) return undefined;
      if (lifetimeMs === undefined || !isOver(value, lifetimeMs)) return attempt(() => parse(value));
      remove();
      return undefined;
    },
    write(value) {
      if (value === undefined) return void remove();
      const stored = lifetimeMs === undefined ? value : { ...value, writtenAtMs: Date.now() };
      attempt(() => storage().setItem(key, JSON.stringify(stored)));
    },
  };
}

/** Parses the named text fields of a form; undefined if all of them are empty. */
export function parseTextFields<Name extends string>(names: readonly Name[]) {
  return (value: unknown): Partial<Record<Name, string>> | undefined => {
    if (!isRecord(value)) return undefined;
    const fields: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const text = value[name];
      if (typeof text === 'string' && text !== '') fields[name] = text;
    }
    return Object.keys(fields).length === 0 ? undefined : fields;
  };
}

/** Read from the page: in an input event the form library does not have the newest key yet. */
export function readFormFields<Name extends string>(form: HTMLFormElement, names: readonly Name[]) {
  const typed = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, String(typed.get(name) ?? '')])) as Record<
    Name,
    string
  >;
}

/** The id of the account whose drafts are shown. One browser may be shared by several accounts. */
export const DraftOwner = createContext<string | null>(null);

const draftKeyPrefix = (accountId: string) => `${storageKeys.drafts}${accountId}.`;

const noStorage: DraftStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

/** A draft of the signed-in account. Define `parse` outside the component, so that it stays the same function. */
export function useDraft<T>(
  subject: string,
  parse: DraftOptions<T>['parse'],
  lifetimeMs?: DraftOptions<T>['lifetimeMs'],
): Draft<T> {
  const owner = useContext(DraftOwner);
  return useMemo(() => {
    const storage = () => (owner === null ? noStorage : localStorage);
    return openDraft({ storage, key: `${draftKeyPrefix(owner ?? '')}${subject}`, parse, lifetimeMs });
  }, [owner, subject, parse, lifetimeMs]);
}

/** Whether the browser keeps a draft of this account whose place begins so. */
export const hasDraft = (accountId: string, subject: string): boolean =>
  attempt(() =>
    Object.keys(localStorage).some((key) => key.startsWith(draftKeyPrefix(accountId) + subject)),
  ) ?? false;

/** Sign-out clears the storage once; another tab may have written a draft a moment later. */
export function deleteAccountDrafts(accountId: string) {
  attempt(() => {
    const own = Object.keys(localStorage).filter((key) => key.startsWith(draftKeyPrefix(accountId)));
    for (const key of own) localStorage.removeItem(key);
  });
}
