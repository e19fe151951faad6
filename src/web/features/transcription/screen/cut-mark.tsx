import { Scissors } from 'lucide-react';
import type { Transcription } from '#contract/transcription.ts';

/** Above a text that ends before its recording does: without it, the owner would miss the end only while reading. */
export function CutMark({ reason, reason_text: text }: Pick<Transcription, 'reason' | 'reason_text'>) {
  if (reason !== 'cut_at_limit') return null;
  return (
    <p className="flex items-start gap-2 rounded-control border border-notice-line bg-notice-soft px-3 py-2 text-sm text-notice">
      <Scissors aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
}
