import { Play, Square, SquareCheck } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import '../../../styles/summary.css';
import { textLinkClass } from '../../../ui/class-names.ts';
import { parseExternalUrl, parseMomentLink } from './moment-link.ts';

type Node = { type: string; tagName?: string; children?: Node[] };

const heading = /^h([1-6])$/;

/**
 * Headings begin where the page's own end, and none is skipped: models begin with any level, and who listens to a
 * page walks by these.
 */
export function rehypeHeadingLevels({ first }: { first: number }) {
  return (tree: Node) => {
    const above: number[] = [];
    const walk = (node: Node) => {
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

type SummaryMarkdownProps = { text: string; onSeek: ((ms: number) => void) | null };

/** A picture would tell a stranger's server who reads; the rest is what a text of words is made of. */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !['img', 'picture', 'source'].includes(name)),
};

const remarkPlugins = [remarkGfm];
const rehypePlugins = [
  [rehypeSanitize, schema] as [typeof rehypeSanitize, typeof schema],
  // Below the heading of the section and that of the summary.
  [rehypeHeadingLevels, { first: 4 }] as [typeof rehypeHeadingLevels, { first: number }],
];
const rehypeOptions = {
  footnoteLabel: 'Notas',
  footnoteBackContent: '',
  footnoteBackLabel: 'Voltar ao texto',
};

/** Words that hide where they lead are followed by the place itself. */
function Outside({ url, children }: { url: URL; children: ReactNode }) {
  const place = url.protocol === 'mailto:' ? url.pathname : url.host;
  const isSaid = typeof children === 'string' && children.includes(place);
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow" className={textLinkClass}>
      {children}
      {isSaid ? null : <span className="font-normal"> ({place})</span>}
    </a>
  );
}

const componentsFor = (onSeek: SummaryMarkdownProps['onSeek']): Components => ({
  a({ href, children }) {
    const ms = parseMomentLink(href);
    if (ms !== undefined)
      return onSeek === null ? (
        <span className="summary-moment">{children}</span>
      ) : (
        <button
          type="button"
          title="Ouvir este momento"
          aria-label={`Ouvir a partir de ${String(children)}`}
          data-moment={ms}
          onClick={() => onSeek(ms)}
          className="summary-moment"
        >
          <Play aria-hidden="true" className="size-3 fill-current" />
          {children}
        </button>
      );
    const url = parseExternalUrl(href);
    return url === undefined ? children : <Outside url={url}>{children}</Outside>;
  },
  input({ checked }) {
    const Icon = checked ? SquareCheck : Square;
    return <Icon role="img" aria-label={checked ? 'Feito:' : 'A fazer:'} className="summary-task" />;
  },
  table({ children }) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys too
      <section className="summary-table" aria-label="Tabela" tabIndex={0}>
        <table>{children}</table>
      </section>
    );
  },
});

/** What a model wrote, shown as text and never as a page: no HTML of its own, no pictures, no doors but plain links. */
export const SummaryMarkdown = memo(function SummaryMarkdown({ text, onSeek }: SummaryMarkdownProps) {
  // Kept while a text grows: others would take the focus from a moment's button with each word.
  const components = useMemo(() => componentsFor(onSeek), [onSeek]);
  return (
    <div className="summary-text" lang="pt-BR">
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
