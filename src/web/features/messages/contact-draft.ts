import { storageKeys } from '../../browser/storage-keys.ts';
import { openDraft, parseTextFields } from '../../forms/drafts.ts';

export const contactFields = ['name', 'email', 'message'] as const;

/**
 * A link followed without a connection replaces the form with an error page. The draft belongs to a visitor
 * without an account, so it ends with the tab.
 */
export const contactDraft = openDraft({
  storage: () => sessionStorage,
  key: storageKeys.contactDraft,
  parse: parseTextFields(contactFields),
});
