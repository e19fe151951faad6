export type MicrophoneRefusal =
  | 'denied'
  | 'no_device'
  | 'in_use'
  | 'insecure'
  | 'unsupported'
  | 'other_tab'
  | 'no_room'
  | 'unknown';

/** By the names that browsers give; some give the older ones. */
const byName: Record<string, MicrophoneRefusal> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'no_device',
  DevicesNotFoundError: 'no_device',
  OverconstrainedError: 'no_device',
  NotReadableError: 'in_use',
  TrackStartError: 'in_use',
  AbortError: 'in_use',
};

export function refusalOfError(error: unknown): MicrophoneRefusal {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return byName[name] ?? 'unknown';
}

type Abilities = { isSecure: boolean; canCapture: boolean; canRecord: boolean };

/** What stands in the way before anybody is asked. */
export function refusalBeforehand({ isSecure, canCapture, canRecord }: Abilities) {
  if (!isSecure) return 'insecure';
  return canCapture && canRecord ? undefined : 'unsupported';
}

/** What happened, and the way out. */
export const refusalTexts = {
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
