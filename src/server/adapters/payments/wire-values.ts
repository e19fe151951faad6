/** More than one customer ever has; a runaway list must not fill the memory. */
export const maxOfKind = 500;
export const pageSize = 100;

export const atSeconds = (seconds: number) => new Date(seconds * 1_000);
export const idOf = (it: string | { id: string } | null | undefined) =>
  typeof it === 'string' ? it : it?.id;
