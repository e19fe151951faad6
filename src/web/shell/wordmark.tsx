import { Link } from 'react-router';
import { productName } from '#web/app/installation.ts';

function Mark() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-7 shrink-0"
      fill="none"
      strokeWidth="2.25"
      strokeLinecap="round"
    >
      <path d="M3 9.5v5M7 4.5v15M11 8v8" className="stroke-thread" />
      <path d="M15 7h6.5M15 12h6.5M15 17h4" className="stroke-ink" />
    </svg>
  );
}

/** Mark and name without a link, for the page that the link would lead to. */
export function Brand() {
  return (
    <span className="inline-flex min-h-10 min-w-0 items-center gap-2.5 text-lg font-semibold tracking-tight">
      <Mark />
      {productName}
    </span>
  );
}

export function Wordmark({ to }: { to: string }) {
  return (
    <Link
      to={to}
      aria-label={`${productName}, página inicial`}
      className="inline-flex min-w-0 rounded-control"
    >
      <Brand />
    </Link>
  );
}
