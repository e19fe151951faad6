/** One circle for each knot of files that import each other, told from its first file back to it. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const settled = new Set<string>();
  const path: string[] = [];

  const visit = (file: string) => {
    const seenAt = path.indexOf(file);
    if (seenAt >= 0) {
      cycles.push([...path.slice(seenAt), file]);
      return;
    }
    if (settled.has(file)) return;
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    settled.add(file);
  };

  for (const file of graph.keys()) visit(file);
  return cycles;
}
