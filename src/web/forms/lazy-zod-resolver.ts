import type { FieldValues, Resolver } from 'react-hook-form';
import type { ZodType } from 'zod';

/**
 * Loads a form's schema on first use. With Zod it is a fifth of the page's scripts, and many visitors never type.
 * If loading fails, only the server validates, with the same schema.
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
