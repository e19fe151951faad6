import { z } from 'zod';
import type { Form } from '../form.ts';
import { refused } from '../stripe-fault.ts';

export const flag = z.enum(['true', 'false']).transform((word) => word === 'true');
export const integer = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number);
export const emptyable = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema]);
export const metadata = emptyable(z.record(z.string(), z.string().max(500)));
export const fullMetadata = metadata.optional().transform((value) => (value === '' ? {} : (value ?? {})));
/** Of a change of subscription, made or only looked at. */
export const changedItem = z.strictObject({
  id: z.string().optional(),
  price: z.string().optional(),
  quantity: integer.pipe(z.number().min(1)).optional(),
  deleted: flag.optional(),
});
export const prorationBehavior = z
  .enum(['create_prorations', 'always_invoice', 'none'])
  .default('create_prorations');
const strings = z.array(z.string());

const range = z.union([
  integer.transform((at) => ({ gte: at, lte: at })),
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
]);

export const listParams = {
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: range.optional(),
};
export type ListParams = z.infer<z.ZodObject<typeof listParams>>;

const nameOf = ([first, ...rest]: readonly PropertyKey[]) =>
  `${String(first ?? '')}${rest.map((step) => `[${String(step)}]`).join('')}`;

/** In the words of Stripe's own refusals. What this Stripe does not know is refused too, rather than passed over. */
export function readParams<T extends z.ZodObject>(schema: T, form: Form) {
  const result = schema
    .extend({ expand: strings.default([]) })
    .strict()
    .safeParse(form, { reportInput: true });
  if (result.success) return result.data as z.infer<T> & { expand: string[] };
  const issue = result.error.issues[0];
  const param = nameOf(issue?.path ?? []);
  if (issue?.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? '']);
    throw refused(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
  if (issue?.code === 'invalid_type' && issue.input === undefined)
    throw refused(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  throw refused(`Invalid ${param}: ${issue?.message ?? 'unreadable'}`, { param });
}
