import { useId } from 'react';
import type { Scope } from './person-options.ts';

type ScopeChoiceProps = { scope: Scope; turns: number; onChoose: (scope: Scope) => void };

export function ScopeChoice({ scope, turns, onChoose }: ScopeChoiceProps) {
  const name = useId();
  const labels = { all: `Em todos (${turns})`, here: 'Só neste trecho' } satisfies Record<Scope, string>;
  return (
    <fieldset className="person-scope">
      <legend className="sr-only">Onde muda</legend>
      {(['all', 'here'] as const).map((value) => (
        <label key={value}>
          <input type="radio" name={name} checked={scope === value} onChange={() => onChoose(value)} />
          <span>{labels[value]}</span>
        </label>
      ))}
    </fieldset>
  );
}
