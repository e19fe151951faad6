/** What every control that holds a value has in common. */
export const controlClass =
  'w-full rounded-control border border-line-strong bg-raised px-3 text-base text-ink transition-colors placeholder:text-ink-faint hover:border-ink-soft focus-visible:border-thread focus-visible:outline-offset-0 disabled:bg-sunken disabled:text-ink-faint aria-invalid:border-loss aria-invalid:outline-loss aria-invalid:focus-visible:border-loss';
