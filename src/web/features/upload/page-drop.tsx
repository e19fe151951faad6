import { useEffect, useEffectEvent, useState } from 'react';

const carriesFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false;

/** Takes files that the user drops or pastes anywhere on the page. Returns true during a drag over the page. */
export function usePageDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent((transfer: DataTransfer | null) => {
    const files = [...(transfer?.files ?? [])];
    if (files.length > 0) onFiles(files);
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const onOver = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      // Otherwise the browser leaves the page and opens the file.
      event.preventDefault();
      setIsOver(true);
    };
    addEventListener('dragenter', onOver, { signal });
    addEventListener('dragover', onOver, { signal });
    addEventListener(
      'dragleave',
      // relatedTarget is null only when the drag leaves the window, not between two elements.
      ({ relatedTarget }) => void (relatedTarget === null && setIsOver(false)),
      { signal },
    );
    addEventListener(
      'drop',
      (event) => {
        setIsOver(false);
        if (!carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        take(event.dataTransfer);
      },
      { signal },
    );
    addEventListener('paste', ({ clipboardData }) => take(clipboardData), { signal });
    return () => listening.abort();
  }, []);
  return isOver;
}

/** Covers the whole page, because users can drop files anywhere. */
export function DropMark() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-50 grid animate-appear place-items-center bg-veil p-6"
    >
      <p className="rounded-card border-2 border-dashed border-thread bg-raised px-8 py-6 text-lg font-semibold shadow-float">
        Solte para escolher
      </p>
    </div>
  );
}
