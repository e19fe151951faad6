import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../../query-client.ts';
import { classNames } from '../../ui/class-names.ts';
import { keepDismissal, wasDismissed } from './dismissal.ts';
import { sandboxSentence } from './sandbox-sentence.ts';
import { settingQuery } from './setting-query.ts';

/** Its own: the setting is nobody's data, so that it is kept from the sign-in to the dashboard. */
const settingClient = createQueryClient();

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
  const { data: setting } = useQuery(settingQuery, settingClient);
  const [dismissed, setDismissed] = useState(wasDismissed);
  if (dismissed || setting === undefined || setting.sandboxParts.length === 0) return null;

  function dismiss() {
    keepDismissal();
    setDismissed(true);
    onDismissed();
  }

  return (
    <section aria-label="Ambiente de teste" className={classNames('print:hidden', className)}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control border border-notice-line bg-notice-soft py-1.5 pr-1.5 pl-4 text-sm text-notice">
        <p className="min-w-0 grow basis-52 py-1">
          {sandboxSentence(setting.sandboxParts)}
          {setting.sandboxUrl === undefined ? null : (
            <>
              {' '}
              <a
                href={setting.sandboxUrl}
                target="_blank"
                rel="noreferrer"
                className="font-medium underline underline-offset-4"
              >
                Ver o que ficou aqui<span className="sr-only"> (abre em outra aba)</span>
              </a>
            </>
          )}
        </p>
        <button
          type="button"
          onClick={dismiss}
          className="ml-auto min-h-10 rounded-control px-3 font-medium transition-colors hover:bg-notice-line/40"
        >
          Entendi
        </button>
      </div>
    </section>
  );
}
