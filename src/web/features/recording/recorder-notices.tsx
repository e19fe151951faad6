import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { isUnderWay } from './recorder-stage.ts';
import { limitText, roomText } from './recording-text.ts';
import type { RecordingView } from './recording-view.ts';

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex animate-appear gap-3 rounded-control border border-notice-line bg-notice-soft px-3 py-2 text-sm text-notice">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** What the person should look at while everything goes on. */
export function RecorderNotices({ view, maxSeconds }: { view: RecordingView; maxSeconds: number }) {
  const { isUnheard, isNearLimit, scarceSeconds, isKept, stage } = view;
  const isOpen = stage === 'ready' || isUnderWay(stage);
  return (
    <div aria-live="polite" className="grid gap-2 empty:hidden">
      {isOpen && isUnheard ? <Notice>Não estamos ouvindo nada. Confira o microfone.</Notice> : null}
      {isOpen && isNearLimit ? <Notice>{limitText(maxSeconds)}</Notice> : null}
      {isOpen && scarceSeconds !== undefined ? <Notice>{roomText(scarceSeconds)}</Notice> : null}
      {isOpen && !isKept ? (
        <Notice>Este navegador não está guardando a gravação. Não feche esta página antes de enviar.</Notice>
      ) : null}
    </div>
  );
}
