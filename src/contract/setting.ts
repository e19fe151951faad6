import { z } from 'zod';

/** The parts that stand in for a vendor; a banner names each. */
export const sandboxParts = ['mail'] as const;
export type SandboxPart = (typeof sandboxParts)[number];

/** What a screen must know of the installation that it runs on. */
export const SettingSchema = z.object({
  sandboxParts: z.array(z.enum(sandboxParts)).describe('Partes que não saem desta máquina'),
});

export type Setting = z.infer<typeof SettingSchema>;
