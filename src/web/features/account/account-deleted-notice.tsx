import { useEffect, useState } from 'react';
import { productName } from '#web/app/installation.ts';
import { attempt } from '#web/browser/attempt.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';

/**
 * Call after clearing the session's storage, so that the next page still finds the mark. Without storage there is no
 * notice; the mail confirms the deletion.
 */
export const rememberAccountDeleted = () => attempt(() => sessionStorage.setItem(storageKeys.goodbye, 'yes'));

const wasAccountDeleted = () => attempt(() => sessionStorage.getItem(storageKeys.goodbye) !== null) ?? false;

/** Shown once, on the page that opens after an account was deleted. */
export function AccountDeletedNotice() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!wasAccountDeleted()) return;
    sessionStorage.removeItem(storageKeys.goodbye);
    setShown(true);
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
