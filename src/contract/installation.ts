import { z } from 'zod';
import { PlanListSchema } from './plans.ts';

/** The parts that call an outside service and run on the sandbox until configured; a banner names each. */
export const sandboxParts = ['mail', 'google', 'sms', 'speech', 'language', 'stripe', 'passwords'] as const;
export type SandboxPart = (typeof sandboxParts)[number];

/** The text of the legal pages about a vendor, without a subject, such as "OpenAI (Estados Unidos)." */
const vendor = z.string().describe('Quem recebe o quê');

/** Facts about this installation, which the server renders into each page. */
export const InstallationSchema = z.object({
  publicUrl: z.string().describe('O endereço desta instalação'),
  supportEmail: z.string().describe('Para onde escrever'),
  operator: z.string().describe('Quem responde por esta instalação; vazio se não foi dito'),
  operatorName: z.string().describe('O nome, como cabe numa frase'),
  privacyContact: z.string().describe('O encarregado pelos dados pessoais; vazio se não foi dito'),
  recordingTimes: z.string().describe('Por quanto tempo as gravações ficam'),
  speechLabel: z.string().describe('O motor de transcrição'),
  speechVendor: vendor,
  languageVendor: vendor,
  paymentVendor: vendor,
  mailVendor: vendor,
  smsVendor: vendor,
  googleSignIn: vendor,
  fileVendor: vendor,
  leakedPasswordsVendor: vendor,
  plans: PlanListSchema,
  sandboxParts: z.array(z.enum(sandboxParts)).describe('Partes que não saem desta máquina'),
  speechModelMissing: z
    .boolean()
    .describe('Se o texto é de teste porque nenhum modelo de fala está instalado'),
  sandboxUrl: z.url().optional().describe('Onde ver o que ficou nesta máquina; nunca em produção'),
  googleOffered: z.boolean().describe('Se esta instalação aceita a entrada com Google'),
  phoneOffered: z.boolean().describe('Se esta instalação envia SMS'),
  paymentsOffered: z.boolean().describe('Se esta instalação recebe pagamentos'),
  findsVoices: z.boolean().describe('Se esta instalação separa as vozes de uma gravação'),
  uploadMaxBytes: z.number().describe('O maior arquivo que aceita'),
  speechLanguages: z
    .array(z.string())
    .describe('Códigos dos idiomas que o motor de transcrição conhece; vazio se ele não diz'),
});

export type Installation = z.infer<typeof InstallationSchema>;
