import { z } from 'zod';
import { refused } from '../stripe-fault.ts';

type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

const maxDepth = 8;

/** Splits a form key into its path. `items[0][price]` is a nested key, and `lookup_keys[]` appends to a list. */
function pathOf(key: string): string[] {
  const [, head = key, rest = ''] = /^([^[]*)((?:\[[^\]]*\])*)$/.exec(key) ?? [];
  return [head, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, inside = '']) => inside)].slice(0, maxDepth);
}

/** The object has no prototype, so that a key such as `__proto__` is an ordinary key. */
const emptyForm = (): Form => Object.create(null) as Form;

function put(form: Form, path: readonly string[], value: string) {
  let target = form;
  for (const [index, name] of path.entries()) {
    const key = name === '' ? String(Object.keys(target).length) : name;
    if (index === path.length - 1) {
      target[key] = value;
      return;
    }
    const next = target[key];
    const inner = typeof next === 'object' && !Array.isArray(next) ? next : emptyForm();
    target[key] = inner;
    target = inner;
  }
}

/** Converts objects with the keys 0, 1, 2 to lists, because the SDK sends lists in this form. */
function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key, index) => key === String(index)))
    return Object.values(value).map(withLists);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withLists(inner)]));
}

export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [key, value] of new URLSearchParams(text)) put(form, pathOf(key), value);
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, withLists(value)]));
}

export const flag = z.enum(['true', 'false']).transform((word) => word === 'true');
export const integer = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number);
/**
 * Stripe deletes a key with an empty value. The sandbox refuses empty values, because the product never sends
 * them.
 */
export const metadata = z.record(z.string(), z.string().min(1).max(500));

export const listParams = {
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
};
export type ListParams = z.infer<z.ZodObject<typeof listParams>>;

/** Refuses unknown parameters too, because an ignored parameter would seem to work. */
export function readParams<T extends z.ZodObject>(schema: T, form: Form): z.infer<T> {
  const result = schema.strict().safeParse(form);
  if (result.success) return result.data as z.infer<T>;
  // Name only the fields: zod's messages may be in the product's language, if both run in one process.
  const fields = result.error.issues.map((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
    return [...issue.path, ...unknown].join('.');
  });
  throw refused(`The sandbox does not take these parameters as given: ${fields.join(', ')}`);
}
