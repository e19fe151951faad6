import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { StateMessage } from './state-message.tsx';

type ErrorStateProps = {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  requestId?: string | undefined;
};

export function ErrorState({ title, children, onRetry, retrying = false, requestId }: ErrorStateProps) {
  return (
    <div role="alert">
      <StateMessage
        title={title}
        {...(onRetry && {
          action: (
            <Button variant="secondary" busy={retrying} onClick={onRetry}>
              Tentar novamente
            </Button>
          ),
        })}
      >
        {children}
        {requestId === undefined ? null : (
          <p className="mt-2 text-sm text-ink-faint">
            Código para o suporte: <code className="select-all">{requestId}</code>
          </p>
        )}
      </StateMessage>
    </div>
  );
}
