import { refusalOfError } from './microphone-refusal.ts';
import { bitsPerSecond, chooseType } from './sound-format.ts';

export type MicrophoneChoice = { id: string; name: string };

/** A mix of all, which systems list beside the one that it stands for. */
const aliases = ['default', 'communications'];

/** Their names are known only once a microphone was allowed. */
export async function listMicrophones(): Promise<MicrophoneChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && !aliases.includes(deviceId))
    .map(({ deviceId, label }, at) => ({ id: deviceId, name: label || `Microfone ${at + 1}` }));
}

/**
 * As the room sounds: what calls do to a voice (cutting echo and noise) takes words away that a transcription would
 * have understood. Only the loudness is evened out.
 */
const asTheRoomSounds = { echoCancellation: false, noiseSuppression: false, autoGainControl: true };

export type Microphone = Awaited<ReturnType<typeof openMicrophone>>;

/** One that was chosen last time may lie at home today: then any other. */
async function openStream(wishedId: string | undefined): Promise<MediaStream> {
  const { mediaDevices } = navigator;
  if (wishedId === undefined) return mediaDevices.getUserMedia({ audio: asTheRoomSounds });
  try {
    return await mediaDevices.getUserMedia({ audio: { ...asTheRoomSounds, deviceId: { exact: wishedId } } });
  } catch (error) {
    if (refusalOfError(error) !== 'no_device') throw error;
    return mediaDevices.getUserMedia({ audio: asTheRoomSounds });
  }
}

export async function openMicrophone(wishedId: string | undefined) {
  const stream = await openStream(wishedId);
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  void context.resume();
  const samples = new Float32Array(analyser.fftSize);
  const [track] = stream.getAudioTracks();
  return {
    id: await realIdOf(track),
    samples() {
      analyser.getFloatTimeDomainData(samples);
      return samples;
    },
    record: () => new MediaRecorder(stream, { ...typeOption(), audioBitsPerSecond: bitsPerSecond }),
    onEnded: (then: () => void) => track?.addEventListener('ended', then, { once: true }),
    close() {
      for (const each of stream.getTracks()) each.stop();
      void context.close();
    },
  };
}

function typeOption() {
  const mimeType = chooseType((type) => MediaRecorder.isTypeSupported(type));
  return mimeType === undefined ? {} : { mimeType };
}

/** The default is one of the others, under a second name. */
async function realIdOf(track: MediaStreamTrack | undefined) {
  const { deviceId = '', groupId } = track?.getSettings() ?? {};
  if (!aliases.includes(deviceId)) return deviceId;
  const devices = await navigator.mediaDevices.enumerateDevices();
  const real = devices.find(
    (device) =>
      device.kind === 'audioinput' && device.groupId === groupId && !aliases.includes(device.deviceId),
  );
  return real?.deviceId ?? deviceId;
}
