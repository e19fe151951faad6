import type { ContactMessage } from '#contract/contact.ts';
import { storageKeys } from '../../storage-keys.ts';

type Draft = Partial<Record<keyof ContactMessage, string>>;

const fields = ['name', 'email', 'message'] as const satisfies (keyof ContactMessage)[];

/**
 * A link that is followed while the server is away puts a word about that in the place of the form. What was typed
 * waits here for whoever comes back: in this tab, until it is sent or the tab is closed.
 */
export function keepDraft(form: HTMLFormElement) {
  const typed = new FormData(form);
  const draft: Draft = {};
  for (const field of fields) draft[field] = String(typed.get(field) ?? '');
  try {
    sessionStorage.setItem(storageKeys.contactDraft, JSON.stringify(draft));
  } catch {
    // Without a storage there is the form itself.
  }
}

export function keptDraft(): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKeys.contactDraft) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    const known = kept as Record<string, unknown>;
    const draft: Draft = {};
    for (const field of fields) {
      const value = known[field];
      if (typeof value === 'string' && value !== '') draft[field] = value;
    }
    return draft;
  } catch {
    return {};
  }
}

export function dropDraft() {
  try {
    sessionStorage.removeItem(storageKeys.contactDraft);
  } catch {
    // Then none was kept.
  }
}
