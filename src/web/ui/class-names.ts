type ClassName = string | false | null | undefined;

export function classNames(...names: ClassName[]) {
  return names.filter(Boolean).join(' ');
}
