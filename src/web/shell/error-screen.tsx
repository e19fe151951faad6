import type { ReactNode } from 'react';
import { Silence } from '../pictures/sound-strip.tsx';
import { Button } from '../ui/button.tsx';
import { faultOf } from './fault.ts';

export function ErrorScreen({ error, action }: { error: unknown; action?: ReactNode }) {
  const { title, text, requestId } = faultOf(error, typeof navigator === 'undefined' || navigator.onLine);
  return (
    <div className="mx-auto max-w-page px-gutter py-20 sm:px-8 sm:py-28">
      <div className="grid max-w-reading grid-cols-[minmax(0,1fr)] gap-4">
        <Silence className="mb-4 max-w-72" />
        <h1 className="text-xl font-semibold">{title}</h1>
        <p className="text-ink-soft">{text}</p>
        {requestId === undefined ? null : (
          <p className="text-sm text-ink-faint">
            Código para o suporte: <code className="select-all">{requestId}</code>
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-3">
          <Button onClick={() => window.location.reload()}>Recarregar a página</Button>
          {action}
        </div>
      </div>
    </div>
  );
}
