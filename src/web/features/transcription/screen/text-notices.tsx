import { ChevronDown, ChevronUp, FlaskConical, Scissors } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Installation } from '#contract/installation.ts';
import type { Transcription } from '#contract/transcription.ts';
import { useInstallation } from '#web/app/installation.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

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

/** An old text keeps its mark, also after a model was installed. */
function testTextWarning({ speechModelMissing, sandboxParts }: Installation): string {
  if (speechModelMissing)
    return 'Texto de teste: nenhum modelo de fala está instalado, e isto não é o que foi dito.';
  if (sandboxParts.includes('speech'))
    return 'Texto de teste: esta instalação usa um motor de teste, e isto não é o que foi dito.';
  return 'Texto de teste: foi feito sem modelo de fala, e não é o que foi dito. Para ter a transcrição, envie a gravação de novo.';
}

/** Warns that sandbox text is not what was said in the recording. */
export function SandboxMark() {
  const installation = useInstallation();
  return (
    <p className="flex items-start gap-2 rounded-control border border-notice-line bg-notice-soft px-3 py-2 text-sm text-notice">
      <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {testTextWarning(installation)}
    </p>
  );
}

/** A message in the place of the text. */
export function TextPlaceholder({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <div>
      <p className="py-4 text-ink-soft">{children}</p>
      {footer === undefined || footer === null ? null : (
        <p className="border-t border-line py-3 text-sm text-ink-soft">{footer}</p>
      )}
    </div>
  );
}

/** Below the text of a running transcription. */
export function RunningNote() {
  return (
    <p className="text-sm text-ink-soft print:hidden">
      Você pode sair desta página: avisamos por e-mail quando o texto estiver pronto.
    </p>
  );
}

/** The shape of the text: a time beside each row of about two lines. */
export function TextSkeleton() {
  const widths = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-11/12', 'w-full', 'w-2/3'];
  return (
    <div aria-hidden="true" className="grid gap-2">
      {widths.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton lines have no id but their position
        <div key={at} className="grid grid-cols-[minmax(0,1fr)] gap-x-4 sm:grid-cols-[3.25rem_minmax(0,1fr)]">
          <Skeleton className="mt-1 mb-2 h-4 w-10 sm:mb-0" />
          <div className="grid max-w-[68ch] gap-3 py-1 font-serif text-reading">
            <Skeleton className="h-4 w-full" />
            <Skeleton className={`h-4 ${width}`} />
          </div>
        </div>
      ))}
    </div>
  );
}

export const collapseLabel = (isCollapsed: boolean) =>
  isCollapsed ? 'Abrir texto inteiro' : 'Recolher texto';

export function OpenTextButton({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const Icon = isCollapsed ? ChevronDown : ChevronUp;
  return (
    <Button
      variant="quiet"
      aria-expanded={!isCollapsed}
      className="-ml-4 justify-self-start"
      onClick={onToggle}
    >
      <Icon aria-hidden="true" className="size-4" />
      {collapseLabel(isCollapsed)}
    </Button>
  );
}
