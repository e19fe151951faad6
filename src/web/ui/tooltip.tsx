import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

const openDelayMs = 300;

/** Touch screens show no tooltip, so important text must also be visible without it. */
type TooltipProps = {
  text: ReactNode;
  children: ReactElement;
  /** For callers that also open it on click. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

export function Tooltip({ text, children, ...state }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={openDelayMs}>
      <Radix.Root {...state}>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-w-64 animate-appear rounded-control bg-ink px-2.5 py-1.5 text-xs text-paper shadow-float"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
