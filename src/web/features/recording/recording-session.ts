import { createListeners } from '#web/browser/listeners.ts';
import { finishRecording } from './finish-recording.ts';
import {
  checkRecordingSupport,
  listMicrophones,
  type Microphone,
  type MicrophoneRefusal,
  openMicrophone,
  readMicrophoneChoice,
  refusalFromError,
  rememberMicrophoneChoice,
} from './microphone.ts';
import {
  elapsedMs,
  idleView,
  isUnderWay,
  limitState,
  nextStage,
  pauseClock,
  type RecorderEvent,
  type RecordingView,
  runClock,
  stoppedClock,
} from './recorder-state.ts';
import {
  keepScreenAwake,
  type Release,
  recorderLock,
  recordingLock,
  tryAcquireLock,
} from './recording-locks.ts';
import {
  createRecordingBuffer,
  deleteRecording,
  markDiscarded,
  type RecordingBuffer,
  recordableSeconds,
} from './recording-store.ts';
import type { EndedBy } from './recording-text.ts';
import type { HandedRecording } from './recover-unsent-recordings.ts';
import { createSilenceDetector, decibelsOf } from './sound-level.ts';

type SessionOptions = {
  userId: string;
  maxSeconds: () => number;
  onFinished: (handed: HandedRecording) => void;
};

const pieceMs = 1_000;
const tickMs = 250;
const measureSpaceEveryMs = 10_000;
/** With less storage than this, recording does not start. */
const minSpaceSeconds = 30;

export type RecordingSession = ReturnType<typeof createRecordingSession>;

/** The recorder of one screen, from the permission request to the file. */
export function createRecordingSession({ userId, maxSeconds, onFinished }: SessionOptions) {
  let view: RecordingView = idleView;
  let microphone: Microphone | undefined;
  let recorder: MediaRecorder | undefined;
  let currentBuffer: RecordingBuffer | undefined;
  let endedBy: EndedBy = 'device';
  let hasLeft = false;
  let spaceMeasuredAtMs = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let releaseWakeLock: (() => void) | undefined;
  let releaseRecorder: Release | undefined;
  let releaseRecording: Release | undefined;
  const silence = createSilenceDetector();
  const listeners = createListeners();

  function updateView(change: Partial<RecordingView>) {
    const keys = Object.keys(change) as (keyof RecordingView)[];
    if (keys.every((key) => view[key] === change[key])) return;
    view = { ...view, ...change };
    listeners.notify();
  }

  function transition(event: RecorderEvent, change: Partial<RecordingView> = {}): boolean {
    const stage = nextStage(view.stage, event);
    if (stage !== undefined) updateView({ ...change, stage });
    return stage !== undefined;
  }

  const recordedMs = () => elapsedMs(view.clock, performance.now());

  function closeMicrophone() {
    clearInterval(timer);
    releaseWakeLock?.();
    releaseRecorder?.();
    microphone?.close();
    releaseWakeLock = releaseRecorder = microphone = undefined;
    silence.forget();
    removeEventListener('beforeunload', askBeforeLeaving);
  }

  function refuse(refusal: MicrophoneRefusal) {
    closeMicrophone();
    transition('refused', { refusal });
  }

  async function measureSpace() {
    spaceMeasuredAtMs = performance.now();
    const freeSeconds = await recordableSeconds();
    const neededSeconds = maxSeconds() - recordedMs() / 1_000;
    updateView({
      scarceSeconds: freeSeconds !== undefined && freeSeconds < neededSeconds ? freeSeconds : undefined,
    });
    return freeSeconds;
  }

  /** Called by a timer and with each piece of data, because browsers throttle the timers of hidden pages. */
  function tick() {
    const nowMs = performance.now();
    if (microphone === undefined) return;
    if (view.stage !== 'paused')
      updateView({ isSilent: silence.hear(decibelsOf(microphone.samples()), nowMs) });
    if (!isUnderWay(view.stage)) return;
    const limit = limitState(recordedMs(), maxSeconds());
    updateView({ isNearLimit: limit === 'near' });
    if (limit === 'reached') stop('limit');
    else if (nowMs - spaceMeasuredAtMs > measureSpaceEveryMs) void measureSpace();
  }

  function takeMicrophone(opened: Microphone) {
    microphone = opened;
    opened.onEnded(() => {
      if (microphone === opened && view.stage === 'ready') refuse('no_device');
    });
    silence.forget();
  }

  async function ask() {
    if (!transition('ask', { ...idleView })) return;
    const refusal = checkRecordingSupport({
      isSecure: isSecureContext,
      canCapture: navigator.mediaDevices?.getUserMedia !== undefined && navigator.locks !== undefined,
      canRecord: typeof MediaRecorder !== 'undefined',
    });
    if (refusal !== undefined) return refuse(refusal);
    try {
      const release = await tryAcquireLock(recorderLock);
      if (release === undefined) return refuse('other_tab');
      releaseRecorder = release;
      if (((await measureSpace()) ?? minSpaceSeconds) < minSpaceSeconds) return refuse('no_room');
      const opened = await openMicrophone(readMicrophoneChoice());
      // The user cancelled while the browser asked for permission.
      if (view.stage !== 'asking') return opened.close();
      takeMicrophone(opened);
      const microphones = await listMicrophones();
      timer = setInterval(tick, tickMs);
      transition('allowed', { microphones, microphoneId: opened.id });
    } catch (error) {
      refuse(refusalFromError(error));
    }
  }

  async function choose(id: string) {
    rememberMicrophoneChoice(id);
    try {
      updateView({ microphoneId: id });
      const opened = await openMicrophone(id);
      if (view.stage !== 'ready') return opened.close();
      const previous = microphone;
      takeMicrophone(opened);
      previous?.close();
      updateView({ microphoneId: opened.id, isSilent: false });
    } catch (error) {
      if (view.stage === 'ready') refuse(refusalFromError(error));
    }
  }

  async function begin() {
    if (microphone === undefined || view.stage !== 'ready' || recorder !== undefined) return;
    const newRecorder = microphone.record();
    recorder = newRecorder;
    const id = crypto.randomUUID();
    releaseRecording = await tryAcquireLock(recordingLock(id));
    if (view.stage !== 'ready') {
      recorder = undefined;
      return releaseRecording?.();
    }
    const buffer = createRecordingBuffer({
      recording: { id, userId, startedAtMs: Date.now(), type: newRecorder.mimeType, seconds: 0, bytes: 0 },
      onFault(fault) {
        updateView({ isStored: false });
        if (fault === 'full') stop('storage');
      },
    });
    currentBuffer = buffer;
    endedBy = 'device';
    newRecorder.ondataavailable = ({ data }) => {
      buffer.add(data, recordedMs() / 1_000);
      tick();
    };
    // Also fires if the microphone is unplugged, because the browser then stops the recorder.
    newRecorder.onstop = () => void finish(buffer);
    newRecorder.start(pieceMs);
    silence.forget();
    addEventListener('beforeunload', askBeforeLeaving);
    releaseWakeLock = keepScreenAwake();
    transition('begin', { clock: runClock(stoppedClock, performance.now()), isSilent: false });
  }

  function pause() {
    if (!transition('pause', { clock: pauseClock(view.clock, performance.now()), isSilent: false })) return;
    recorder?.pause();
    silence.forget();
  }

  function resume() {
    if (!transition('go_on', { clock: runClock(view.clock, performance.now()) })) return;
    recorder?.resume();
  }

  function stop(by: EndedBy) {
    const clock = pauseClock(view.clock, performance.now());
    if (!transition('stop', { clock, isSilent: false, isNearLimit: false })) return;
    endedBy = by;
    if (recorder?.state !== 'inactive') recorder?.stop();
  }

  async function finish(buffer: RecordingBuffer) {
    stop('device');
    closeMicrophone();
    await buffer.settled();
    const release = () => releaseRecording?.();
    recorder = undefined;
    if (buffer.sound().size === 0) {
      release();
      return transition('finished', { isEmpty: true });
    }
    if (hasLeft) {
      release();
      return transition('finished');
    }
    // The recorder's type is certain only after data was recorded.
    const recording = buffer.recording();
    const finished = await finishRecording(recording, buffer.sound());
    transition('finished');
    if (hasLeft) release();
    else onFinished({ ...finished, id: recording.id, endedBy, release: releaseRecording ?? (() => {}) });
  }

  function discard() {
    if (!transition('discard', { ...idleView })) return;
    if (recorder !== undefined) {
      recorder.onstop = recorder.ondataavailable = null;
      if (recorder.state !== 'inactive') recorder.stop();
      recorder = undefined;
    }
    closeMicrophone();
    const discarded = currentBuffer;
    currentBuffer = undefined;
    if (discarded !== undefined) markDiscarded(discarded.recording().id);
    const release = releaseRecording;
    // Wait for pending writes, or the last piece would be written after the deletion.
    void discarded
      ?.settled()
      .then(() => deleteRecording(discarded.recording().id))
      .catch(() => {})
      .finally(release);
  }

  function askBeforeLeaving(event: BeforeUnloadEvent) {
    event.preventDefault();
  }

  return {
    view: () => view,
    subscribe: listeners.subscribe,
    ask: () => void ask(),
    choose: (microphoneId: string) => void choose(microphoneId),
    begin: () => void begin(),
    pause,
    resume,
    stop: () => stop('user'),
    discard,
    recordedMs,
    decibels: () => (microphone === undefined ? Number.NEGATIVE_INFINITY : decibelsOf(microphone.samples())),
    enter() {
      hasLeft = false;
    },
    /** The user left the screen. A running recording stops, and the next visit offers it. */
    leave() {
      hasLeft = true;
      if (isUnderWay(view.stage)) stop('user');
      else discard();
    },
  };
}
