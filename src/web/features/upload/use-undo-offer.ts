import { useEffect, useState } from 'react';
import { focusContent } from '../../browser/focus-content.ts';
import { listenForUndo } from '../../browser/undo-key.ts';
import { toast } from '../../ui/toast.tsx';
import type { UploadItem } from './upload-item.ts';
import { useDrops } from './uploads-provider.tsx';

const undoneText = (count: number) =>
  count < 2 ? 'Envio desfeito.' : `${count.toLocaleString('pt-BR')} envios desfeitos.`;

/** The drop that the tray offers to undo. Its time stops while the pointer or the focus is on the tray. */
export function useUndoOffer(items: readonly UploadItem[], isShown: boolean) {
  const { drops, checking, offer: newest } = useDrops();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isOpen =
    isShown &&
    newest !== undefined &&
    (checking > 0 || newest.ids.some((id) => items.some((item) => item.id === id && item.stage !== 'done')));
  const offer = isOpen ? newest : undefined;
  const isHeld = offer !== undefined && (isHovered || isFocused);

  useEffect(() => {
    if (!isHeld) return;
    drops.setPaused(true);
    return () => drops.setPaused(false);
  }, [drops, isHeld]);

  useEffect(() => {
    if (offer === undefined) return;
    return listenForUndo(() => {
      void drops.undo(offer);
      toast.success(undoneText(offer.ids.length));
    });
  }, [drops, offer]);

  // In another window the pointer no longer rests here, and the transcription must not wait for its return.
  useEffect(() => {
    const leave = () => setIsHovered(false);
    addEventListener('blur', leave);
    return () => removeEventListener('blur', leave);
  }, []);

  return {
    checking,
    offer,
    undo() {
      if (offer === undefined) return;
      void drops.undo(offer);
      toast.success(undoneText(offer.ids.length));
      setIsHovered(false);
      setIsFocused(false);
      // The pressed button leaves the page.
      focusContent();
    },
    holdProps: {
      onPointerEnter: () => setIsHovered(true),
      onPointerLeave: () => setIsHovered(false),
      onFocus: () => setIsFocused(true),
      onBlur: () => setIsFocused(false),
    },
  };
}
