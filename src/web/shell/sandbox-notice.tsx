import { useState } from 'react';
import type { SandboxPart } from '#contract/installation.ts';
import { useInstallation } from '#web/app/installation.ts';
import { attempt } from '#web/browser/attempt.ts';
import { focusContent } from '#web/browser/focus-content.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { classNames } from '#web/ui/class-names.ts';

const dismissed = 'dismissed';

/** In sessionStorage, because another person may use this computer tomorrow. */
const wasDismissed = () =>
  attempt(() => sessionStorage.getItem(storageKeys.sandboxNotice) === dismissed) ?? false;

/** Without storage the notice returns on the next page. */
const saveDismissal = () => attempt(() => sessionStorage.setItem(storageKeys.sandboxNotice, dismissed));

const partNames = {
  mail: 'e-mails',
  google: 'entrada com Google',
  sms: 'mensagens SMS',
  speech: 'gravações para transcrever',
  language: 'textos para resumir',
  stripe: 'pagamentos',
  passwords: 'consultas de senhas vazadas',
} satisfies Record<SandboxPart, string>;

/** Parts with a singular name, which alone take a singular verb. */
const singularParts: readonly SandboxPart[] = ['google'];

export function sandboxSentence(parts: readonly SandboxPart[]) {
  const verb = parts.length === 1 && parts.every((part) => singularParts.includes(part)) ? 'sai' : 'saem';
  const names = new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(
    parts.map((part) => partNames[part]),
  );
  return `Ambiente de teste: ${names} não ${verb} desta máquina.`;
}

/**
 * Names the parts that this installation only simulates. It loads after the page, so it stands at the end of a
 * frame to avoid a layout shift.
 */
export function SandboxNotice({ className }: { className: string }) {
  const installation = useInstallation();
  const [dismissed, setDismissed] = useState(wasDismissed);
  if (dismissed || installation.sandboxParts.length === 0) return null;

  function dismiss() {
    saveDismissal();
    setDismissed(true);
    // The pressed button is removed.
    focusContent();
  }

  return (
    <section aria-label="Ambiente de teste" className={classNames('print:hidden', className)}>
      {/* In a narrow frame the sentence takes the whole width, and the link and the button share the line below. */}
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
