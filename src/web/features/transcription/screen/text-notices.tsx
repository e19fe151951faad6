import { ChevronDown, ChevronUp, FlaskConical, Scissors } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Transcription } from '#contract/transcription.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Shown above a text that ends before its recording, so that the owner knows before reading it. */
export function CutNotice({ reason, reason_text: text }: Pick<Transcription, 'reason' | 'reason_text'>) {
  if (reason !== 'cut_at_limit') return null;
  return (
    <p className="flex items-start gap-2 rounded-control border border-notice-line bg-notice-soft px-3 py-2 text-sm text-notice">
      <Scissors aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
}

/** Warns that sandbox text is not what was said in the recording. */
export function SandboxMark() {
  return (
    <p className="flex items-start gap-2 rounded-control border border-notice-line bg-notice-soft px-3 py-2 text-sm text-notice">
      <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      Texto de teste: não há motor de transcrição nesta instalação, e isto não é o que foi dito.
    </p>
  );
}

/** A message in a box that looks like the text box. */
export function TextPlaceholder({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-raised">
      <p className="px-4 py-6 text-ink-soft sm:px-6">{children}</p>
      {footer === undefined || footer === null ? null : (
        <p className="border-t border-line px-4 py-3 text-sm text-ink-soft sm:px-6">{footer}</p>
      )}
    </div>
  );
}

export function TextSkeleton() {
  const widths = ['w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-2/3'];
  return (
    <div
      aria-hidden="true"
      className="grid h-[300px] content-start gap-4 rounded-card border border-line bg-raised p-5"
    >
      {widths.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton lines have no id but their position
        <Skeleton key={at} className={`h-4 ${width}`} />
      ))}
    </div>
  );
}

export function OpenTextButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const Icon = isOpen ? ChevronUp : ChevronDown;
  return (
    <Button variant="quiet" aria-expanded={isOpen} className="-ml-4 justify-self-start" onClick={onToggle}>
      <Icon aria-hidden="true" className="size-4" />
      {isOpen ? 'Recolher texto' : 'Abrir texto inteiro'}
    </Button>
  );
}
