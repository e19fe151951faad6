import { useEffect, useState } from 'react';
import { productName } from '../../app/installation.ts';
import { storageKeys } from '../../browser/storage-keys.ts';

/** Called after the session's own storage was cleared, so that the word is still there on the next page. */
export function rememberAccountDeleted() {
  try {
    sessionStorage.setItem(storageKeys.goodbye, 'yes');
  } catch {
    // Then the account is gone without a word; the mail has one.
  }
}

function takeAccountDeleted() {
  try {
    const kept = sessionStorage.getItem(storageKeys.goodbye) !== null;
    sessionStorage.removeItem(storageKeys.goodbye);
    return kept;
  } catch {
    return false;
  }
}

/** Once, on the page where somebody ends up whose account has just been deleted. */
export function AccountDeletedNotice() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (takeAccountDeleted()) setShown(true);
  }, []);
  return (
    <p
      role="status"
      className="text-sm not-empty:mb-6 not-empty:rounded-control not-empty:border not-empty:border-line not-empty:bg-sunken not-empty:px-4 not-empty:py-3"
    >
      {shown
        ? `Sua conta foi excluída e um e-mail confirma isso. Obrigado por ter usado o ${productName}.`
        : null}
    </p>
  );
}
