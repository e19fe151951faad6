import { testTextNote } from '#domain/transcript/test-text.ts';
import type { Letters } from '../mail.ts';
import { greeting, sanitizeName } from './layout.ts';

export const transcriptionMails = {
  'transcription-finished': ({ name, title, transcriptionId, isTestText = false }, { publicUrl }) => ({
    subject: `${isTestText ? 'Texto de teste pronto' : 'Transcrição pronta'}: ${sanitizeName(title)}`,
    title: greeting(name),
    before: isTestText
      ? [`O texto de “${sanitizeName(title)}” está pronto.`, testTextNote]
      : [
          `A transcrição de “${sanitizeName(title)}” está pronta.`,
          'Ouça, corrija e leve o texto quando quiser.',
        ],
    button: { label: 'Abrir transcrição', link: `${publicUrl}/dashboard/transcricoes/${transcriptionId}` },
    after: 'Você recebe este aviso a cada transcrição que termina.',
  }),
} satisfies Partial<Letters>;
