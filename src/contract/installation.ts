import { z } from 'zod';

/** The parts that need an account elsewhere and run on the sandbox until they are configured; a banner names each. */
export const sandboxParts = ['mail', 'google', 'sms', 'speech', 'language', 'stripe'] as const;
export type SandboxPart = (typeof sandboxParts)[number];

/** What a screen must know of the installation that it runs on. */
export const InstallationSchema = z.object({
  sandboxParts: z.array(z.enum(sandboxParts)).describe('Partes que não saem desta máquina'),
  sandboxUrl: z.url().optional().describe('Onde ver o que ficou nesta máquina; nunca em produção'),
  googleOffered: z.boolean().describe('Se esta instalação aceita a entrada com Google'),
  phoneOffered: z.boolean().describe('Se esta instalação envia SMS'),
  paymentsOffered: z.boolean().describe('Se esta instalação recebe pagamentos'),
  uploadMaxBytes: z.number().describe('O maior arquivo que aceita'),
  speechLanguages: z
    .array(z.string())
    .describe('Códigos dos idiomas que o motor de transcrição conhece; vazio se ele não diz'),
});

export type Installation = z.infer<typeof InstallationSchema>;
