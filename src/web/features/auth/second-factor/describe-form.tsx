import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { EnrolFactorSchema, type EnrolledFactor, phoneSchema } from '#contract/factors.ts';
import { productName } from '../../../app/installation.ts';
import { failedCallOutcome } from '../../../forms/server-errors.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { localizedZodResolver } from '../../../forms/zod-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FormStatus } from '../../../ui/form.tsx';
import { Input, Select } from '../../../ui/inputs.tsx';
import { enrolFactor } from './api.ts';

/** With the area code: eight digits for a landline, nine for a mobile. */
const brazilian = /^[1-9]\d{9,10}$/;

/**
 * Adds the country code. A number without one is Brazilian: (11) 99999-9999, 011 99999-9999 or 55 11 99999-9999.
 * Other input is returned as is, and the schema refuses it.
 */
export function normalizePhone(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  if (typed.trim().startsWith('+')) return `+${digits}`;
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  const national = digits.replace(/^0/, '');
  if (brazilian.test(national)) return `+55${national}`;
  if (digits.startsWith('55') && brazilian.test(digits.slice(2))) return `+${digits}`;
  return digits;
}

type DescribeFormProps = { phoneOffered: boolean; onEnrolled: (factor: EnrolledFactor) => void };

const [totp, phone] = EnrolFactorSchema.options;

const DescriptionSchema = z
  .object({
    factor_type: z.enum(['totp', 'phone']),
    friendly_name: totp.shape.friendly_name,
    phone: z.string().transform(normalizePhone),
  })
  .superRefine((typed, context) => {
    if (typed.factor_type !== 'phone') return;
    for (const { message } of phoneSchema.safeParse(typed.phone).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: ['phone'], message });
    }
  });
type Description = z.infer<typeof DescriptionSchema>;

const notBegun = 'Não foi possível começar. Tente novamente.';
const names = { totp: 'Meu aplicativo', phone: 'Meu celular' };

export function DescribeForm({ phoneOffered, onEnrolled }: DescribeFormProps) {
  const { register, handleSubmit, setError, setValue, watch, formState } = useForm<Description>({
    defaultValues: { factor_type: 'totp', friendly_name: names.totp, phone: '' },
    resolver: localizedZodResolver(DescriptionSchema),
  });
  const { errors, isSubmitting, dirtyFields } = formState;
  const isPhone = watch('factor_type') === 'phone';

  const { submit, outcome, clearOutcome } = useSubmit({
    send: async ({ factor_type, friendly_name, phone: number }: Description) => {
      const factor =
        factor_type === 'phone'
          ? phone.parse({ factor_type, friendly_name, phone: number })
          : totp.parse({ factor_type, friendly_name, issuer: productName });
      onEnrolled(await enrolFactor(factor));
    },
    fields: { names: ['friendly_name', 'phone'], ofCodes: { factor_exists: 'friendly_name' }, setError },
    describeError: (error) => failedCallOutcome(error, { other: notBegun }),
  });

  return (
    <form
      noValidate
      onSubmit={handleSubmit(submit, clearOutcome)}
      onInput={clearOutcome}
      className="mt-5 grid gap-5"
    >
      {phoneOffered ? (
        <Field label="Tipo">
          {(control) => (
            <Select
              {...control}
              {...register('factor_type', {
                onChange: (event) => {
                  const type = event.target.value === 'phone' ? 'phone' : 'totp';
                  // Keep a name that the person typed.
                  if (!dirtyFields.friendly_name) setValue('friendly_name', names[type]);
                },
              })}
            >
              <option value="totp">Aplicativo autenticador</option>
              <option value="phone">SMS para o celular</option>
            </Select>
          )}
        </Field>
      ) : null}
      <Field
        label="Nome"
        hint="Para você reconhecer esta forma na lista e ao entrar."
        error={errors.friendly_name?.message}
        required
      >
        {(control) => <Input {...control} {...register('friendly_name')} autoComplete="off" maxLength={60} />}
      </Field>
      {isPhone ? (
        <Field
          label="Telefone"
          hint="Com DDD: (11) 99999-9999. De outro país, comece com + e o código."
          error={errors.phone?.message}
          required
        >
          {(control) => (
            <Input {...control} {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" />
          )}
        </Field>
      ) : null}
      <div className="grid justify-items-start">
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? 'Preparando...' : 'Continuar'}
        </Button>
        <FormStatus outcome={outcome} className="not-empty:mt-3" />
      </div>
    </form>
  );
}
