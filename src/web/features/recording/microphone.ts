import { readStored, writeStored } from '#web/browser/local-storage.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';

export type MicrophoneRefusal =
  | 'denied'
  | 'no_device'
  | 'in_use'
  | 'insecure'
  | 'unsupported'
  | 'other_tab'
  | 'no_room'
  | 'unknown';

const byName: Record<string, MicrophoneRefusal> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'no_device',
  OverconstrainedError: 'no_device',
  NotReadableError: 'in_use',
  AbortError: 'in_use',
};

export function refusalFromError(error: unknown): MicrophoneRefusal {
  const name = error instanceof Error ? error.name : '';
  return byName[name] ?? 'unknown';
}

type Abilities = { isSecure: boolean; canCapture: boolean; canRecord: boolean };

/** Checks the browser before asking for permission. */
export function checkRecordingSupport({ isSecure, canCapture, canRecord }: Abilities) {
  if (!isSecure) return 'insecure';
  return canCapture && canRecord ? undefined : 'unsupported';
}

export const microphoneRefusalTexts = {
  denied: [
    'O navegador não deu acesso ao microfone.',
    'Toque no ícone ao lado do endereço da página, permita o microfone e tente de novo.',
  ],
  no_device: [
    'Não encontramos um microfone.',
    'Conecte um e tente de novo, ou grave no celular e envie o arquivo.',
  ],
  in_use: [
    'O microfone não respondeu: outro programa pode estar usando.',
    'Feche a chamada ou o programa que usa o microfone e tente de novo.',
  ],
  insecure: [
    'O navegador só libera o microfone em endereços seguros.',
    'Abra o Escriba por um endereço que começa com https:// e tente de novo.',
  ],
  unsupported: [
    'Este navegador não grava áudio.',
    'Abra o Escriba em outro navegador, ou grave no celular e envie o arquivo.',
  ],
  other_tab: ['Já há uma gravação em outra aba.', 'Conclua a gravação naquela aba e tente de novo.'],
  no_room: [
    'Não há espaço para guardar a gravação neste navegador.',
    'Libere espaço no aparelho, ou envie e descarte gravações guardadas, e tente de novo.',
  ],
  unknown: [
    'Não conseguimos abrir o microfone.',
    'Confira se ele está conectado e tente de novo, ou envie um arquivo.',
  ],
} satisfies Record<MicrophoneRefusal, [fact: string, wayOut: string]>;

export type MicrophoneChoice = { id: string; name: string };

/** Aliases that systems list in addition to the real device. */
const aliases = ['default', 'communications'];

/** Browsers reveal the names only after a microphone was allowed. */
export async function listMicrophones(): Promise<MicrophoneChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && !aliases.includes(deviceId))
    .map(({ deviceId, label }, at) => ({ id: deviceId, name: label || `Microfone ${at + 1}` }));
}

/**
 * Unprocessed sound: echo cancellation and noise suppression remove words that a transcription would understand.
 * Only the gain is automatic.
 */
const unprocessedAudio = { echoCancellation: false, noiseSuppression: false, autoGainControl: true };

export type Microphone = Awaited<ReturnType<typeof openMicrophone>>;

/** The previously chosen microphone may not be connected; then any other is used. */
async function openStream(preferredId: string | undefined): Promise<MediaStream> {
  const { mediaDevices } = navigator;
  if (preferredId === undefined) return mediaDevices.getUserMedia({ audio: unprocessedAudio });
  try {
    return await mediaDevices.getUserMedia({
      audio: { ...unprocessedAudio, deviceId: { exact: preferredId } },
    });
  } catch (error) {
    if (refusalFromError(error) !== 'no_device') throw error;
    return mediaDevices.getUserMedia({ audio: unprocessedAudio });
  }
}

export async function openMicrophone(preferredId: string | undefined) {
  const stream = await openStream(preferredId);
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
    record() {
      const mimeType = chooseMimeType((type) => MediaRecorder.isTypeSupported(type));
      return new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: bitsPerSecond });
    },
    onEnded: (then: () => void) => track?.addEventListener('ended', then, { once: true }),
    close() {
      for (const each of stream.getTracks()) each.stop();
      void context.close();
    },
  };
}

/** Formats that the server keeps unchanged come first. WebM is remuxed to Ogg. */
const preferredTypes = [
  'audio/ogg;codecs=opus',
  'audio/mp4;codecs=opus',
  'audio/mp4;codecs=mp4a.40.2',
  'audio/mp4',
  'audio/webm;codecs=opus',
  'audio/webm',
] as const;

/** Transparent for speech, at 29 MB per hour. */
const bitsPerSecond = 64_000;

/** Undefined lets the browser choose. */
export function chooseMimeType(isSupported: (type: string) => boolean): string | undefined {
  return preferredTypes.find(isSupported);
}

/** Resolves the default alias to the real device. */
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

export function readMicrophoneChoice(): string | undefined {
  return readStored(storageKeys.microphone) ?? undefined;
}

/** Without storage the user chooses again next time. */
export function rememberMicrophoneChoice(id: string) {
  writeStored(storageKeys.microphone, id);
}
