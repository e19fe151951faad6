export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

const maxDepth = 8;

/** `items[0][price]` names a place inside; `lookup_keys[]` the next of a list. */
function placeOf(key: string): string[] {
  const [, head = key, rest = ''] = /^([^[]*)((?:\[[^\]]*\])*)$/.exec(key) ?? [];
  return [head, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, inside = '']) => inside)].slice(0, maxDepth);
}

/** Prototypes stay out of reach: what a form names is only ever a key of an object without one. */
const emptyForm = (): Form => Object.create(null) as Form;

function put(form: Form, place: readonly string[], value: string) {
  let target = form;
  for (const [index, name] of place.entries()) {
    const key = name === '' ? String(Object.keys(target).length) : name;
    if (index === place.length - 1) {
      target[key] = value;
      return;
    }
    const next = target[key];
    const inner = typeof next === 'object' && !Array.isArray(next) ? next : emptyForm();
    target[key] = inner;
    target = inner;
  }
}

/** Stripe's SDK writes lists as objects with the keys 0, 1, 2. */
function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key, index) => key === String(index)))
    return Object.values(value).map(withLists);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withLists(inner)]));
}

export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [key, value] of new URLSearchParams(text)) put(form, placeOf(key), value);
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, withLists(value)]));
}
