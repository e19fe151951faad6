/** Markup that was made here. What is not one of these is text, and is escaped wherever it is put. */
export type Html = Readonly<{ markup: string }>;

type Value = Html | string | number | undefined | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function markupOf(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
  if ('markup' in value) return value.markup;
  return value.map(({ markup }) => markup).join('');
}

/** Attributes must be quoted: text is escaped for inside of quotes, not for outside of them. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: String.raw({ raw: strings }, ...values.map(markupOf)) };
}
