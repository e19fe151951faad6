import { useEffect, useEffectEvent, useState } from 'react';
import { isTextInput } from '#web/browser/text-input.ts';
import { type TransferredFiles, transferredFiles } from '../files/transferred-files.ts';

type PageDrop = {
  /** While false, a dropped file does nothing. Without any listener, the browser would leave the page for it. */
  isOn?: boolean;
  onFiles: (transferred: TransferredFiles) => void;
};

const openDialog = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]';

/** Files from outside. A picture or a link that the user drags from a page carries its HTML too. */
const carriesFiles = ({ types }: DataTransfer) => types.includes('Files') && !types.includes('text/html');

/** A field for pictures, such as the photo of the account, takes its own file. */
function pictureField(target: EventTarget | null) {
  if (!(target instanceof Element)) return null;
  return target.closest('label')?.querySelector<HTMLInputElement>('input[type="file"][accept^="image/"]');
}

function putInto(field: HTMLInputElement, { files }: DataTransfer) {
  field.files = files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Text stays text. The clipboard of a word processor also holds a picture of it, and Finder adds the file's name. */
const isTextPaste = ({ types }: DataTransfer, target: EventTarget | null) =>
  types.includes('text/html') || (types.includes('text/plain') && isTextInput(target));

/** Takes files that the user drops or pastes anywhere on the page. Returns true during a drag over the page. */
export function usePageDrop({ isOn = true, onFiles }: PageDrop): boolean {
  const [isOver, setIsOver] = useState(false);

  const canTake = useEffectEvent(() => isOn && document.querySelector(openDialog) === null);
  const take = useEffectEvent((transfer: DataTransfer) => {
    void transferredFiles(transfer).then((transferred) => {
      if (transferred.files.length > 0 || transferred.folderFaults.length > 0) onFiles(transferred);
    });
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let isOwnDrag = false;
    const setOwnDrag = (isOwn: boolean) => () => {
      isOwnDrag = isOwn;
    };

    const onOver = (event: DragEvent) => {
      const { dataTransfer, target } = event;
      if (isOwnDrag || dataTransfer === null || !carriesFiles(dataTransfer)) return;
      const takes = canTake();
      // The upload page listens beside the layout of all pages, which would forbid the drop again.
      if (event.defaultPrevented && !takes) return setIsOver(false);
      // Otherwise the browser leaves the page and opens the file.
      event.preventDefault();
      const isField = pictureField(target) != null;
      dataTransfer.dropEffect = takes || isField ? 'copy' : 'none';
      setIsOver(takes && !isField);
    };
    const onDrop = (event: DragEvent) => {
      const { dataTransfer, target } = event;
      setIsOver(false);
      if (isOwnDrag || dataTransfer === null || !carriesFiles(dataTransfer)) return;
      event.preventDefault();
      const field = pictureField(target);
      if (field != null) putInto(field, dataTransfer);
      else if (canTake()) take(dataTransfer);
    };
    const onPaste = ({ clipboardData, target }: ClipboardEvent) => {
      if (clipboardData === null || isTextPaste(clipboardData, target) || !canTake()) return;
      const field = pictureField(target);
      if (field != null && clipboardData.files.length > 0) putInto(field, clipboardData);
      else take(clipboardData);
    };

    addEventListener('dragstart', setOwnDrag(true), { signal });
    addEventListener('dragend', setOwnDrag(false), { signal });
    // A dragged element that leaves the page has no end of its drag.
    addEventListener('pointerdown', setOwnDrag(false), { signal });
    addEventListener('dragenter', onOver, { signal });
    addEventListener('dragover', onOver, { signal });
    addEventListener(
      'dragleave',
      // relatedTarget is null only when the drag leaves the window, not between two elements.
      ({ relatedTarget }) => void (relatedTarget === null && setIsOver(false)),
      { signal },
    );
    addEventListener('drop', onDrop, { signal });
    addEventListener('paste', onPaste, { signal });
    return () => listening.abort();
  }, []);
  return isOver && isOn;
}

/** Covers the whole page, because users can drop files anywhere. */
export function DropMark({ children }: { children: string }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-50 grid animate-appear place-items-center bg-veil p-6"
    >
      <p className="rounded-card border-2 border-dashed border-thread bg-raised px-8 py-6 text-lg font-semibold shadow-float">
        {children}
      </p>
    </div>
  );
}
