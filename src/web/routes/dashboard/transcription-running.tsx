import type { Transcription } from '#contract/transcription.ts';
import { RunningPanel } from '../../features/transcription/screen/state-panels.tsx';
import { SandboxMark, WordsInPlace } from '../../features/transcription/screen/text-notices.tsx';
import { TranscriptText } from '../../features/transcription/text/transcript-text.tsx';

const running = 'Transcrição em andamento...';

/** The text as it arrives: to be read, not yet to be heard or corrected. */
export function RunningPart({ shown }: { shown: Transcription }) {
  return (
    <>
      <RunningPanel shown={shown} />
      {shown.engine_is_sandbox && shown.segments.length > 0 ? <SandboxMark /> : null}
      {shown.segments.length === 0 ? (
        <WordsInPlace>{running}</WordsInPlace>
      ) : (
        <TranscriptText
          jobId={shown.job_id}
          segments={shown.segments}
          speakerNames={shown.speaker_names}
          revision={shown.revision}
          editable={false}
          clock={null}
          onSeek={null}
          isOpen={false}
          footer={running}
        />
      )}
    </>
  );
}
