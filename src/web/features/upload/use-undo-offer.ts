import { useEffect } from 'react';
import { focusContent } from '../../browser/focus-content.ts';
import { listenForUndo } from '../../browser/undo-key.ts';
import { toast } from '../../ui/toast.tsx';
import type { UploadItem } from './upload-item.ts';
import { useDrops } from './uploads-provider.tsx';

const undoneText = (count: number) =>
  count < 2 ? 'Envio desfeito.' : `${count.toLocaleString('pt-BR')} envios desfeitos.`;

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
    return listenForUndo(() => {
      void drops.undo(offer);
      toast.success(undoneText(offer.ids.length));
    });
  }, [drops, offer]);

  return {
    checking,
    offer,
    undo() {
      if (offer === undefined) return;
      void drops.undo(offer);
      toast.success(undoneText(offer.ids.length));
      // The pressed button leaves the page.
      focusContent();
    },
  };
}
