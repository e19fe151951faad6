import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** A panel slides in from a side and takes the full height: menus of small screens. */
  place?: 'center' | 'left' | 'right';
  children: ReactNode;
};

const places = {
  center:
    'inset-x-4 top-1/2 mx-auto max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 rounded-card border border-line p-6 animate-rise',
  left: 'inset-y-0 left-0 w-[min(20rem,calc(100vw-3rem))] p-4 animate-from-left',
  right: 'inset-y-0 right-0 w-[min(20rem,calc(100vw-3rem))] p-4 animate-from-right',
} satisfies Record<NonNullable<DialogProps['place']>, string>;

export function Dialog({ open, onOpenChange, title, description, place = 'center', children }: DialogProps) {
  const isPanel = place !== 'center';
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          className={classNames(
            'fixed z-50 flex flex-col overflow-y-auto bg-raised shadow-float',
            places[place],
          )}
        >
          <div className={classNames('flex items-start justify-between gap-4', isPanel && 'pb-2')}>
            <Radix.Title className={isPanel ? 'sr-only' : 'pt-1.5 text-lg font-semibold'}>
              {title}
            </Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Fechar" className={isPanel ? 'ml-auto' : '-mt-1 -mr-2'}>
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Radix.Close>
          </div>
          {description === undefined ? null : (
            <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
