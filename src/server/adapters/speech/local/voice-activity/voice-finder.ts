import sherpa from 'sherpa-onnx-node';
import { pcmToFloats, speechSampleRateHz, type VoiceSpan } from '../../engine.ts';

/** The model hears this many samples at a time. A longer piece loses all voice but its last. */
const windowSamples = 512;
/** Longer than any piece that the planner asks about, because the buffer drops what does not fit. */
const bufferSeconds = 90;

const toMs = (samples: number) => Math.round((samples * 1_000) / speechSampleRateHz);

/** Finds where people speak, with Silero's model. */
export function createVoiceFinder(model: string) {
  const vad = new sherpa.Vad(
    {
      sileroVad: {
        model,
        threshold: 0.5,
        minSilenceDuration: 0.25,
        minSpeechDuration: 0.25,
        maxSpeechDuration: bufferSeconds,
        windowSize: windowSamples,
      },
      sampleRate: speechSampleRateHz,
      numThreads: 1,
    },
    bufferSeconds,
  );
  return (pcm: Int16Array): VoiceSpan[] => {
    const spans: VoiceSpan[] = [];
    const drain = () => {
      for (; !vad.isEmpty(); vad.pop()) {
        const { start, samples } = vad.front(false);
        spans.push({ startMs: toMs(start), endMs: toMs(start + samples.length) });
      }
    };
    const samples = pcmToFloats(pcm);
    for (let at = 0; at + windowSamples <= samples.length; at += windowSamples) {
      vad.acceptWaveform(samples.subarray(at, at + windowSamples));
      drain();
    }
    vad.flush();
    drain();
    vad.reset();
    return spans;
  };
}
