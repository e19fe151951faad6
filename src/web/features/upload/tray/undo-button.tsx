import { useEffect, useState } from 'react';
import { focusContent } from '#web/browser/focus-content.ts';
import { useDrops } from '../queue/uploads-provider.tsx';

/** The offer may end while the button has the focus, which would then be lost with the button. */
const passFocusOn = (button: HTMLButtonElement) => () => {
  if (button === document.activeElement) focusContent();
};

/**
 * The time of the undo stops while the pointer or the focus is here. An element that leaves the page sends neither
 * pointerleave nor blur, so the end of this component lets the time go on.
 */
export function UndoButton({ onUndo }: { onUndo: () => void }) {
  const { drops } = useDrops();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isHeld = isHovered || isFocused;

  useEffect(() => {
    if (!isHeld) return;
    drops.setPaused(true);
    return () => drops.setPaused(false);
  }, [drops, isHeld]);

  // In another window the pointer no longer rests here, and the transcription must not wait for its return.
  useEffect(() => {
    const leave = () => setIsHovered(false);
    addEventListener('blur', leave);
    return () => removeEventListener('blur', leave);
  }, []);

  return (
    <button
      ref={passFocusOn}
      type="button"
      aria-keyshortcuts="Control+Z Meta+Z"
      onClick={onUndo}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      className="mr-2 min-h-10 shrink-0 rounded-control px-3 text-sm font-medium text-thread hover:bg-thread-soft"
    >
      Desfazer
    </button>
  );
}
