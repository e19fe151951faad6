import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Input } from '#web/ui/inputs.tsx';

const longest = 200;

type SearchFieldProps = Omit<ComponentProps<'input'>, 'onSubmit'> & { onSubmit: () => void };

/** Searches the names and texts of the recordings. */
export function SearchField({ onSubmit, ...rest }: SearchFieldProps) {
  return (
    <search className="min-w-0 grow">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
        />
        <Input
          type="search"
          enterKeyHint="search"
          aria-label="Buscar nas transcrições"
          placeholder="Nome ou palavra dita"
          maxLength={longest}
          className="pl-9"
          {...rest}
        />
      </form>
    </search>
  );
}
