import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type StateMessageProps = {
  picture?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
};

/** The shared layout of empty and error states: the situation, the reason and the next step. */
function StateMessage({ picture, title, children, action }: StateMessageProps) {
  return (
    <div className="grid justify-items-start gap-3 rounded-card border border-line bg-raised px-6 py-8 sm:px-10 sm:py-10">
      {picture === undefined ? null : <div className="mb-2 w-full max-w-72">{picture}</div>}
      <p className="text-lg font-semibold">{title}</p>
      {children === undefined ? null : <div className="max-w-reading text-ink-soft">{children}</div>}
      {action === undefined ? null : <div className="mt-3 flex flex-wrap gap-3">{action}</div>}
    </div>
  );
}

/** Says what will appear here and offers the step that creates it. */
export const EmptyState = StateMessage;

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
