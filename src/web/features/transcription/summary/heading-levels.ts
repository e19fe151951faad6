type Node = { type: string; tagName?: string; children?: Node[] };

const heading = /^h([1-6])$/;

/**
 * Headings begin where the page's own end, and none is skipped: models begin with any level, and who listens to a
 * page walks by these.
 */
export function headingLevels({ first }: { first: number }) {
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
