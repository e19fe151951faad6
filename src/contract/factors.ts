import { z } from 'zod';

export const factorTypes = ['totp', 'phone'] as const;
export type FactorType = (typeof factorTypes)[number];

export const assuranceLevels = ['aal1', 'aal2'] as const;
/** aal1: the first factor only. aal2: also a second factor. */
export type AssuranceLevel = (typeof assuranceLevels)[number];

export const codeLength = 6;
export const wrongCodesAllowed = 5;
export const recoveryCodeCount = 10;

const friendlyName = z
  .string({ error: 'Dê um nome a este fator.' })
  .trim()
  .min(1, 'Dê um nome a este fator.')
  .max(60, 'Use no máximo 60 caracteres.');

/** E.164. The screen adds the country code to Brazilian numbers. */
export const phoneSchema = z
  .string({ error: 'Informe o telefone com DDD.' })
  .regex(/^\+[1-9]\d{9,14}$/, 'Informe o telefone com DDD.');

export const EnrolFactorSchema = z.discriminatedUnion('factor_type', [
  z.object({
    factor_type: z.literal('totp'),
    friendly_name: friendlyName,
    issuer: z.string().max(60).optional(),
  }),
  z.object({ factor_type: z.literal('phone'), friendly_name: friendlyName, phone: phoneSchema }),
]);
export type EnrolFactor = z.infer<typeof EnrolFactorSchema>;

export const FactorSchema = z.object({
  id: z.uuid(),
  factor_type: z.enum(factorTypes),
  friendly_name: z.string(),
  status: z.enum(['unverified', 'verified']),
  /** Only the last digits, so that the owner recognizes it. */
  phone: z.string().nullable(),
  created_at: z.iso.datetime(),
});
export type Factor = z.infer<typeof FactorSchema>;

export const FactorListSchema = z.object({
  factors: z.array(FactorSchema),
  current_level: z.enum(assuranceLevels),
  next_level: z.enum(assuranceLevels),
  recovery_codes_left: z.number().int(),
  phone_offered: z.boolean().describe('Se esta instalação envia SMS'),
});
export type FactorList = z.infer<typeof FactorListSchema>;

/** The only answer that contains the secret. */
export const EnrolledFactorSchema = FactorSchema.extend({
  totp: z.object({ secret: z.string(), uri: z.string() }).nullable(),
});
export type EnrolledFactor = z.infer<typeof EnrolledFactorSchema>;

export const ChallengeRequestSchema = z.object({ channel: z.literal('sms').optional() }).optional();
export const ChallengeSchema = z.object({ id: z.uuid(), expires_at: z.iso.datetime() });
export type Challenge = z.infer<typeof ChallengeSchema>;

export const VerifyFactorSchema = z.object({
  challenge_id: z.uuid(),
  code: z
    .string({ error: 'Digite o código de 6 números.' })
    .transform((code) => code.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Digite o código de 6 números.')),
});

export const RecoverySchema = z.object({
  code: z
    .string({ error: 'Digite um código de recuperação.' })
    .trim()
    .min(8, 'Digite um código de recuperação.')
    .max(40, 'Digite um código de recuperação.'),
});

/** Holds recovery codes only when the account's first factor is verified. */
export const FactorVerifiedSchema = z.object({
  aal: z.literal('aal2'),
  recovery_codes: z.array(z.string()).nullable(),
});
export type FactorVerified = z.infer<typeof FactorVerifiedSchema>;

export const RecoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });
