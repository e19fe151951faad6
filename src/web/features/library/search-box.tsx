import { Search } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { Input } from '../../ui/input.tsx';

/** Long enough for the next letter of who types slowly. */
const pauseMs = 300;
const longest = 200;

type SearchBoxProps = { q: string; onSearch: (q: string) => void; box: RefObject<HTMLInputElement | null> };

/** What is typed is the box's own until it rests; what comes by the address, back and forth, is taken over. */
function useTyped(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);
  const [sent, setSent] = useState(q);
  if (known !== q) {
    setKnown(q);
    // An answer to what was sent a moment ago would undo the letters that were typed since.
    if (q !== sent) {
      setTyped(q);
      setSent(q);
    }
  }
  const wished = typed.trim();

  function send() {
    setSent(wished);
    onSearch(wished);
  }

  const sendLater = useEffectEvent(send);
  useEffect(() => {
    if (wished === sent) return;
    const timer = setTimeout(() => sendLater(), pauseMs);
    return () => clearTimeout(timer);
  }, [wished, sent]);

  return { typed, setTyped, send };
}

export function SearchBox({ q, onSearch, box }: SearchBoxProps) {
  const { typed, setTyped, send } = useTyped(q, onSearch);
  return (
    <search className="min-w-0 grow">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
        />
        <Input
          ref={box}
          type="search"
          enterKeyHint="search"
          aria-label="Buscar nas transcrições"
          placeholder="Nome ou palavra dita"
          maxLength={longest}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="pl-9"
        />
      </form>
    </search>
  );
}
