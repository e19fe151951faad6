import { z } from 'zod';

/** An address that plays without a token for a while: a player cannot send one. */
const source = z.object({ url: z.string(), type: z.string() });

/** GET /transcribe/{id}/listening: what a player needs. */
export const ListeningSchema = z.object({
  audio: source,
  video: source.nullable().describe('O original, quando é um vídeo que o navegador toca'),
  expires_at: z.iso.datetime(),
  waveform: z.object({
    per_second: z.number().int().min(1),
    peaks: z
      .string()
      .describe('Um byte por valor, em base64: a raiz da maior oscilação, 255 na escala cheia'),
  }),
});
export type Listening = z.infer<typeof ListeningSchema>;
