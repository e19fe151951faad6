import { FlaskConical } from 'lucide-react';

/** Nobody may take for the words of a recording what only stands in for them. */
export function SandboxMark() {
  return (
    <p className="flex items-start gap-2 rounded-control border border-notice-line bg-notice-soft px-3 py-2 text-sm text-notice">
      <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      Texto de teste: não há motor de transcrição nesta instalação, e isto não é o que foi dito.
    </p>
  );
}
