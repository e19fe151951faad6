import { maxStatedVoices } from '#contract/transcription.ts';
import { Field } from '#web/ui/form.tsx';
import { Select } from '#web/ui/inputs.tsx';

const unknown = '';
const counts = Array.from({ length: maxStatedVoices }, (_, at) => at + 1);

type VoicesFieldProps = {
  /** Null: the person does not know. */
  voices: number | null;
  onChange: (voices: number | null) => void;
};

/** How many people speak in a recording. */
export function VoicesField({ voices, onChange }: VoicesFieldProps) {
  return (
    <Field label="Quantas pessoas falam">
      {(control) => (
        <Select
          {...control}
          value={voices ?? unknown}
          onChange={({ target }) => onChange(target.value === unknown ? null : Number(target.value))}
        >
          <option value={unknown}>Não sei</option>
          {counts.map((count) => (
            <option key={count} value={count}>
              {count === 1 ? '1 pessoa' : `${count} pessoas`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
