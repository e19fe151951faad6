import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { RefusedError } from '../api/client.ts';

type RefusedFieldsOptions<Values extends FieldValues> = {
  error: unknown;
  /** In the order of the page: the first one gets the focus. */
  names: readonly FieldPath<Values>[];
  setError: UseFormSetError<Values>;
};

/**
 * The server has the last word; what it refuses is shown beside the field like any other fault. False where it
 * named no field of this form, so that the form says it as a whole.
 */
export function showServerFieldErrors<Values extends FieldValues>({
  error,
  names,
  setError,
}: RefusedFieldsOptions<Values>) {
  if (!(error instanceof RefusedError)) return false;
  const { fields = {}, error: text } = error.body;
  const refused = names.filter((name) => fields[name] !== undefined);
  refused.forEach((name, index) => {
    setError(name, { message: fields[name] ?? text }, { shouldFocus: index === 0 });
  });
  return refused.length > 0;
}
