import { Square, SquareCheck } from 'lucide-react';
import { memo, type ReactNode, useContext, useEffect } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { unprovedAddress } from '#domain/evidence/unproved-mark.ts';
import '#web/styles/summary.css';
import { textLinkClass } from '#web/ui/class-names.ts';
import { Moment, Moments, momentsAt } from './moments.tsx';
import { type HtmlNode, rehypeSentences } from './rehype-sentences.ts';
import { parseExternalUrl, parseMomentLink } from './summary-texts.ts';

const heading = /^h([1-6])$/;

/** Models start headings at any level. Screen readers navigate by headings, so start at `first` and skip no level. */
function rehypeHeadingLevels({ first }: { first: number }) {
  return (tree: HtmlNode) => {
    const above: number[] = [];
    const walk = (node: HtmlNode) => {
      const [, written] = heading.exec(node.tagName ?? '') ?? [];
      if (written !== undefined) {
        const level = Number(written);
        while ((above.at(-1) ?? 0) >= level) above.pop();
        node.tagName = `h${Math.min(6, first + above.length)}`;
        above.push(level);
      }
      for (const child of node.children ?? []) walk(child);
    };
    walk(tree);
  };
}

/** No images, because loading one would reveal the reader to a third-party server. */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !['img', 'picture', 'source'].includes(name)),
};

const remarkPlugins = [remarkGfm];
const rehypePlugins = [
  [rehypeSanitize, schema] as [typeof rehypeSanitize, typeof schema],
  // The section is h2 and the summary is h3.
  [rehypeHeadingLevels, { first: 4 }] as [typeof rehypeHeadingLevels, { first: number }],
  rehypeSentences,
];
const rehypeOptions = {
  footnoteLabel: 'Notas',
  footnoteBackContent: '',
  footnoteBackLabel: 'Voltar ao texto',
};

/** Shows the host or address after a link text that does not contain it. */
function Outside({ url, children }: { url: URL; children: ReactNode }) {
  const host = url.protocol === 'mailto:' ? url.pathname : url.host;
  const isSaid = typeof children === 'string' && children.includes(host);
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow" className={textLinkClass}>
      {children}
      {isSaid ? null : <span className="font-normal"> ({host})</span>}
    </a>
  );
}

const components: Components = {
  a({ href, children }) {
    const ms = parseMomentLink(href);
    if (ms !== undefined) return <Moment ms={ms}>{children}</Moment>;
    if (href === unprovedAddress) return <span className="summary-unproved">{children}</span>;
    const url = parseExternalUrl(href);
    return url === undefined ? children : <Outside url={url}>{children}</Outside>;
  },
  input({ checked }) {
    const Icon = checked ? SquareCheck : Square;
    return <Icon role="img" aria-label={checked ? 'Feito:' : 'A fazer:'} className="summary-task" />;
  },
  table({ children }) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table
      <section className="summary-table" aria-label="Tabela" tabIndex={0}>
        <table>{children}</table>
      </section>
    );
  },
};

/** Renders untrusted model output: no HTML, no images, and only plain links. */
export const SummaryMarkdown = memo(function SummaryMarkdown({ text }: { text: string }) {
  const { point } = useContext(Moments);
  useEffect(() => () => point([]), [point]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only tints the passage; the moments are its buttons
    <div
      className="summary-text"
      lang="pt-BR"
      onPointerOver={({ target }) => point(momentsAt(target))}
      onPointerLeave={() => point(document.activeElement === null ? [] : momentsAt(document.activeElement))}
      onFocus={({ target }) => point(momentsAt(target))}
      onBlur={() => point([])}
    >
      <Markdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={rehypePlugins}
        remarkRehypeOptions={rehypeOptions}
        components={components}
        skipHtml
      >
        {text}
      </Markdown>
    </div>
  );
});
