import { useState } from 'react';
import { useInstallation } from '../../app/installation.ts';
import { classNames } from '../../ui/class-names.ts';
import { keepDismissal, wasDismissed } from './dismissal.ts';
import { sandboxSentence } from './sandbox-sentence.ts';

type SandboxNoticeProps = {
  /** Its button is gone then, and the focus wants a new place. */
  onDismissed: () => void;
  className?: string;
};

/**
 * Says what this installation only pretends to do. It arrives after the page, so it stands at the end of a frame,
 * where nothing moves to make room.
 */
export function SandboxNotice({ onDismissed, className }: SandboxNoticeProps) {
  const installation = useInstallation();
  const [dismissed, setDismissed] = useState(wasDismissed);
  if (dismissed || installation.sandboxParts.length === 0) return null;

  function dismiss() {
    keepDismissal();
    setDismissed(true);
    onDismissed();
  }

  return (
    <section aria-label="Ambiente de teste" className={classNames('print:hidden', className)}>
      {/* In a narrow place the sentence has the whole width, and link and button share the line below it. */}
      <div className="flex flex-wrap items-center gap-x-2 rounded-control border border-notice-line bg-notice-soft p-1.5 text-sm text-notice">
        <p className="min-w-0 grow basis-96 px-2.5 py-1">{sandboxSentence(installation.sandboxParts)}</p>
        {installation.sandboxUrl === undefined ? null : (
          <a
            href={installation.sandboxUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-10 items-center px-2.5 font-medium underline underline-offset-4"
          >
            Ver o que ficou aqui<span className="sr-only"> (abre em outra aba)</span>
          </a>
        )}
        <button
          type="button"
          onClick={dismiss}
          className="ml-auto min-h-10 rounded-control px-2.5 font-medium transition-colors hover:bg-notice-line/40"
        >
          Entendi
        </button>
      </div>
    </section>
  );
}
