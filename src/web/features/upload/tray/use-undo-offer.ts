import { useEffect } from 'react';
import { focusContent } from '#web/browser/focus-content.ts';
import { listenForUndo } from '#web/browser/undo-key.ts';
import { toast } from '#web/ui/toast.tsx';
import type { Drops } from '../queue/create-drops.ts';
import type { UndoOffer } from '../queue/create-undo-offers.ts';
import type { UploadItem } from '../queue/upload-item.ts';
import { keptCopyText, undoneText } from '../queue/upload-text.ts';
import { useDrops } from '../queue/uploads-provider.tsx';

async function undoDrop(drops: Drops, offer: UndoOffer) {
  const count = offer.ids.length;
  const isGone = await drops.undo(offer);
  toast.success(isGone ? undoneText(count) : keptCopyText(count, navigator.onLine));
}

/** The drop that the tray offers to undo. */
export function useUndoOffer(items: readonly UploadItem[], isShown: boolean) {
  const { drops, checking, offer: newest } = useDrops();
  const isOpen =
    isShown &&
    newest !== undefined &&
    (checking > 0 || newest.ids.some((id) => items.some((item) => item.id === id && item.stage !== 'done')));
  const offer = isOpen ? newest : undefined;

  useEffect(() => {
    if (offer === undefined) return;
    return listenForUndo(() => void undoDrop(drops, offer));
  }, [drops, offer]);

  return {
    checking,
    offer,
    undo() {
      if (offer === undefined) return;
      void undoDrop(drops, offer);
      // The pressed button leaves the page.
      focusContent();
    },
  };
}
