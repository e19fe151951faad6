/** Between two ways to do the same. */
export function OrLine() {
  return (
    <p className="flex items-center gap-4 text-sm text-ink-faint before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      ou
    </p>
  );
}
