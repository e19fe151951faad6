import { memo, type ReactNode } from 'react';
import type { JoinedPart } from '#contract/transcription.ts';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { partHeadings } from '#domain/transcript/part-headings.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { namingIn, speakerName, toPrintedParagraphs } from '#domain/transcript/transcript-text.ts';
import { usePrintSnapshot } from '#web/browser/printing.ts';
import type { TextStore } from './text-store.ts';

type Copy = Readonly<{ segments: readonly StoredSegment[]; names: Readonly<Record<string, string>> }>;

type PrintedTextProps = { store: TextStore; parts: readonly JoinedPart[]; footer: ReactNode };

/** The virtual list renders only visible rows, so printing needs its own full copy, with unsaved corrections. */
export function PrintedText({ store, parts, footer }: PrintedTextProps) {
  const copy = usePrintSnapshot((): Copy => ({ segments: store.segments(), names: store.names() }));
  if (copy === undefined) return null;
  return (
    <div className="printed-text">
      <Paragraphs copy={copy} parts={parts} />
      {footer === undefined || footer === null ? null : <p className="printed-footer">{footer}</p>}
    </div>
  );
}

type ParagraphsProps = Pick<PrintedTextProps, 'parts'> & { copy: Copy };

/** Memoized because it stays mounted after printing, and a long text has a thousand paragraphs. */
const Paragraphs = memo(function Paragraphs({ copy: { segments, names }, parts }: ParagraphsProps) {
  const naming = namingIn(segments, names);
  const headings = partHeadings(segments, parts);
  const paragraphs = toPrintedParagraphs(segments, headings);
  return paragraphs.map((paragraph, at) => {
    const [first] = paragraph;
    if (first === undefined) return null;
    const isSame = first.speaker === paragraphs[at - 1]?.[0]?.speaker;
    return (
      <div key={first.id} className="printed-paragraph">
        {headings.get(first.id)?.map((name) => (
          <p key={name} className="font-semibold">
            {name}
          </p>
        ))}
        <p className="printed-head">
          {first.speaker === undefined || isSame ? null : (
            <strong>{speakerName(first.speaker, naming)}</strong>
          )}
          <span>{formatTimestamp(first.start_ms)}</span>
        </p>
        <p lang="pt-BR">{paragraph.map(({ text }) => text).join(' ')}</p>
      </div>
    );
  });
});
