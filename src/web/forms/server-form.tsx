import type { ComponentProps } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type PathValue,
  type Resolver,
  type UseFormRegister,
  useForm,
} from 'react-hook-form';
import { Field } from '#web/ui/form.tsx';
import { Input } from '#web/ui/inputs.tsx';
import type { RefusableFields } from './server-errors.ts';
import { type SubmitOptions, useSubmit } from './use-submit.ts';

type ServerFormOptions<Values extends FieldValues> = Omit<SubmitOptions<Values, Values>, 'fields'> &
  Omit<RefusableFields<Values>, 'setError'> & {
    resolver: Resolver<Values>;
    /** Left out on pages that the server renders: hydration would overwrite input that was typed before. */
    defaultValues?: DefaultValues<Values> | undefined;
  };

/** A validated form that the server may refuse. Spread `props` on its form element. */
export function useServerForm<Values extends FieldValues>(options: ServerFormOptions<Values>) {
  const { resolver, defaultValues, names, ofCodes, ...sending } = options;
  const form = useForm<Values>({ resolver, ...(defaultValues && { defaultValues }) });
  const { errors, isSubmitting } = form.formState;
  const fields = { names, ...(ofCodes && { ofCodes }), setError: form.setError };
  const { submit, outcome, clearOutcome } = useSubmit({ ...sending, fields });
  /** Password managers may fill fields without an event, so the form would send what it knew before. */
  function readFields({ elements }: HTMLFormElement) {
    for (const name of names) {
      const field = elements.namedItem(name);
      if (field === null || !('value' in field) || field.value === (form.getValues(name) ?? '')) continue;
      form.setValue(name, field.value as PathValue<Values, typeof name>);
    }
  }
  const handleSubmit: typeof form.handleSubmit = (onValid, onInvalid) => {
    const handle = form.handleSubmit(onValid, onInvalid);
    return (event) => {
      if (event !== undefined) readFields(event.currentTarget as HTMLFormElement);
      return handle(event);
    };
  };
  const props = {
    noValidate: true,
    // Without scripts the browser would send the form itself, with the password in the page's address.
    method: 'dialog',
    onSubmit: handleSubmit(submit, clearOutcome),
    onInput: clearOutcome,
  };
  return { ...form, handleSubmit, errors, isSubmitting, submit, outcome, clearOutcome, props };
}

type TextFieldProps<Values extends FieldValues> = Omit<ComponentProps<typeof Input>, 'form' | 'name'> &
  Omit<ComponentProps<typeof Field>, 'children'> & {
    form: { register: UseFormRegister<Values>; errors: FieldErrors<Values> };
    name: FieldPath<Values>;
  };

/** An input of a server form with its label and its error. */
export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { form, name, label, hint, required = false, ...input } = props;
  const fault = get(form.errors, name) as FieldError | undefined;
  const { error = fault?.message, ...rest } = input;
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => <Input {...control} {...form.register(name)} {...rest} />}
    </Field>
  );
}

export function EmailField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  return <TextField type="email" inputMode="email" autoComplete="email" required {...props} />;
}
