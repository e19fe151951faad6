/** A start tag, and the text of an element whose text is no markup. Attribute values keep their character references. */
export type PageElement = Readonly<{ name: string; attributes: ReadonlyMap<string, string>; text: string }>;

/** Browsers read the content of these up to the end tag, whatever it holds. */
const rawTextElements = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
]);

const tagStart = /<(\/?)([a-z][^\s/>]*)/iy;
const attribute = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
const tagEnd = /[\s/]*>/y;
const comment = /<!--[\s\S]*?-->/y;
/** A doctype, or markup that browsers treat as a comment. */
const declaration = /<[!?/][^>]*>/y;

/** Matches at one place only. A search would also find markup inside quoted values and texts of people. */
function matchAt(pattern: RegExp, html: string, at: number) {
  pattern.lastIndex = at;
  return pattern.exec(html);
}

function attributesAt(html: string, at: number) {
  const attributes = new Map<string, string>();
  let end = at;
  for (;;) {
    const closing = matchAt(tagEnd, html, end);
    if (closing !== null) return { attributes, end: end + closing[0].length };
    const found = matchAt(attribute, html, end);
    if (found === null || found[0] === '') return { attributes, end: html.length };
    const [whole, name = '', ...values] = found;
    const key = name.toLowerCase();
    // Browsers keep the first of two attributes with one name.
    if (!attributes.has(key)) attributes.set(key, values.find((value) => value !== undefined) ?? '');
    end += whole.length;
  }
}

function rawTextEnd(html: string, name: string, at: number): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  end.lastIndex = at;
  return end.exec(html)?.index ?? html.length;
}

/** Reads the elements of a page in the order of their start tags, with the rules of the HTML standard. */
export function* parseElements(html: string): Generator<PageElement> {
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const tag = matchAt(tagStart, html, at);
    if (tag === null) {
      at += (matchAt(comment, html, at) ?? matchAt(declaration, html, at))?.[0].length ?? 1;
      continue;
    }
    const [whole, slash, rawName = ''] = tag;
    const name = rawName.toLowerCase();
    const { attributes, end } = attributesAt(html, at + whole.length);
    at = end;
    if (slash !== '') continue;
    const textEnd = rawTextElements.has(name) ? rawTextEnd(html, name, end) : end;
    yield { name, attributes, text: html.slice(end, textEnd) };
    at = textEnd;
  }
}
