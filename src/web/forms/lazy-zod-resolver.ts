import type { FieldValues, Resolver } from 'react-hook-form';
import type { ZodType } from 'zod';

/**
 * The rules of a form, fetched when somebody turns to a field: with the library that checks them they are a fifth of
 * the scripts of a page on which nobody has typed yet. Where they do not arrive the server checks alone, by the same
 * rules.
 */
export function lazyZodResolver<Values extends FieldValues>(
  load: () => Promise<ZodType<Values, Values>>,
): Resolver<Values> {
  let asked: Promise<Resolver<Values>> | undefined;
  function fetchRules() {
    asked ??= Promise.all([load(), import('./zod-resolver.ts')]).then(([rules, { localizedZodResolver }]) =>
      localizedZodResolver(rules),
    );
    asked.catch(() => {
      asked = undefined;
    });
    return asked;
  }
  if (typeof document !== 'undefined')
    document.addEventListener('focusin', () => void fetchRules().catch(() => undefined), { once: true });

  return async (values, context, options) => {
    const check = await fetchRules().catch(() => undefined);
    return check === undefined ? { values, errors: {} } : check(values, context, options);
  };
}
