import { Toaster as Sonner } from 'sonner';

/** Where toasts appear. Anything shows one with `toast` of sonner. */
export function Toaster({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <Sonner
      theme={theme}
      position="bottom-center"
      containerAriaLabel="Avisos"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-card border border-line bg-raised p-4 text-sm text-ink shadow-float font-sans',
          description: 'text-ink-soft',
          icon: 'mt-0.5 shrink-0 text-thread [[data-type=error]_&]:text-loss [[data-type=warning]_&]:text-notice',
          actionButton:
            '-my-2.5 ml-auto min-h-10 shrink-0 rounded-control px-3 font-medium text-thread hover:bg-thread-soft',
        },
      }}
    />
  );
}
