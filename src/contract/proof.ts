import { z } from 'zod';
import { maxPasswordLength, passwordTooLong } from '#domain/password.ts';
import { VerifyFactorSchema } from './factors.ts';

export const proofWays = ['second_factor', 'password', 'email'] as const;
/** How an account proves its identity again. A second factor has its own calls. */
export type ProofWay = (typeof proofWays)[number];

export const ProofSchema = z.object({
  way: z.enum(proofWays),
  email: z.string().describe('Para onde vai o código, se for por e-mail'),
});

const passwordMissing = 'Digite sua senha.';

export const PasswordProofSchema = z.strictObject({
  password: z
    .string({ error: passwordMissing })
    .min(1, passwordMissing)
    .max(maxPasswordLength, passwordTooLong),
});

export const CodeProofSchema = z.strictObject({ code: VerifyFactorSchema.shape.code });
