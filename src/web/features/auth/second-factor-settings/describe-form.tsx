import { z } from 'zod';
import { EnrolFactorSchema, type EnrolledFactor, phoneSchema } from '#contract/factors.ts';
import { productName } from '#web/app/installation.ts';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { TextField, useServerForm } from '#web/forms/server-form.tsx';
import { localizedZodResolver } from '#web/forms/zod-resolver.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FormStatus } from '#web/ui/form.tsx';
import { Select } from '#web/ui/inputs.tsx';
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
  const form = useServerForm<Description>({
    defaultValues: { factor_type: 'totp', friendly_name: names.totp, phone: '' },
    resolver: localizedZodResolver(DescriptionSchema),
    send: async ({ factor_type, friendly_name, phone: number }) => {
      const factor =
        factor_type === 'phone'
          ? phone.parse({ factor_type, friendly_name, phone: number })
          : totp.parse({ factor_type, friendly_name, issuer: productName });
      onEnrolled(await enrolFactor(factor));
    },
    names: ['friendly_name', 'phone'],
    ofCodes: { factor_exists: 'friendly_name' },
    describeError: (error) => failedCallOutcome(error, { other: notBegun }),
  });
  const { register, setValue, watch, formState, isSubmitting } = form;
  const { dirtyFields } = formState;

  return (
    <form {...form.props} className="mt-5 grid gap-5">
      {phoneOffered ? (
        <Field label="Tipo">
          {(control) => (
            <Select
              {...control}
              {...register('factor_type', {
                onChange: (event) => {
                  const type = event.target.value === 'phone' ? 'phone' : 'totp';
                  // Keep a name that the user typed.
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
      <TextField
        form={form}
        name="friendly_name"
        label="Nome"
        hint="Para você reconhecer esta forma na lista e ao entrar."
        required
        autoComplete="off"
        maxLength={60}
      />
      {watch('factor_type') === 'phone' ? (
        <TextField
          form={form}
          name="phone"
          label="Telefone"
          hint="Com DDD: (11) 99999-9999. De outro país, comece com + e o código."
          required
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
      ) : null}
      <div className="grid justify-items-start">
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? 'Preparando...' : 'Continuar'}
        </Button>
        <FormStatus outcome={form.outcome} className="not-empty:mt-3" />
      </div>
    </form>
  );
}
