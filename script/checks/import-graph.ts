import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseSync } from 'oxc-parser';

export type Import = Readonly<{ specifier: string; line: number }>;

export type SourceFile = Readonly<{
  path: string;
  imports: readonly Import[];
  /** The numbers of the lines that read process.env. */
  environmentLines: readonly number[];
  /** The numbers of the lines that call createRequire. `imports` omits the packages that it loads. */
  requireLines: readonly number[];
  onlyReExports: boolean;
  lineCount: number;
}>;

type SyntaxNode = { type: string; start: number; [key: string]: unknown };

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}

function* allNodes(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const value of Object.values(node)) {
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) yield* allNodes(inner);
  }
}

const named = (node: unknown, name: string) =>
  isNode(node) && (node.name === name || node.value === name) && !('object' in node);

/** Detects `process.env`, `globalThis.process.env` and `const { env } = process`. */
function readsEnvironment(node: SyntaxNode) {
  const isProcess = (value: unknown) =>
    named(value, 'process') ||
    (isNode(value) && value.type === 'MemberExpression' && named(value.property, 'process'));
  if (node.type === 'MemberExpression') return isProcess(node.object) && named(node.property, 'env');
  return (
    node.type === 'VariableDeclarator' &&
    isProcess(node.init) &&
    isNode(node.id) &&
    [...allNodes(node.id)].some((inner) => inner.type === 'Property' && named(inner.key, 'env'))
  );
}

export function countLines(text: string) {
  return text.replace(/\n$/, '').split('\n').length;
}

export function readSource(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const parsed = parseSync(path, text);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;

  const imports: Import[] = [];
  const environmentLines: number[] = [];
  const requireLines: number[] = [];
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  for (const { start, moduleRequest, entries } of staticImports) {
    imports.push({ specifier: moduleRequest.value, line: lineAt(start) });
    const takesEnvironment = entries.some(({ importName }) => importName.name === 'env');
    if (takesEnvironment && /^(node:)?process$/.test(moduleRequest.value))
      environmentLines.push(lineAt(start));
  }
  for (const { start, entries } of staticExports) {
    const source = entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest;
    if (source) imports.push({ specifier: source.value, line: lineAt(start) });
  }
  for (const { start, moduleRequest } of dynamicImports) {
    const written = text.slice(moduleRequest.start, moduleRequest.end);
    const literal = /^(['"`])([^$]*)\1$/.exec(written);
    if (literal?.[2] !== undefined) imports.push({ specifier: literal[2], line: lineAt(start) });
  }

  // Walk the syntax tree only for files that may contain constructs missing from the module record.
  if (/\bprocess\b|\bimport\(|\bcreateRequire\b/.test(text)) {
    for (const node of allNodes(parsed.program as unknown as SyntaxNode)) {
      if (readsEnvironment(node)) environmentLines.push(lineAt(node.start));
      if (named(node, 'createRequire')) requireLines.push(lineAt(node.start));
      if (node.type === 'TSImportType' && isNode(node.source)) {
        imports.push({ specifier: String(node.source.value), line: lineAt(node.start) });
      }
    }
  }

  return {
    path,
    imports,
    environmentLines: [...new Set(environmentLines)],
    requireLines: [...new Set(requireLines)],
    onlyReExports: /\bexport\b/.test(text) && isOnlyReExports(parsed.program.body as unknown as SyntaxNode[]),
    lineCount: countLines(text),
  };
}

function isOnlyReExports(statements: SyntaxNode[]) {
  const exported = statements.filter(({ type }) => type !== 'ImportDeclaration');
  return (
    exported.length > 0 &&
    exported.every(
      ({ type, declaration }) =>
        type === 'ExportAllDeclaration' || (type === 'ExportNamedDeclaration' && declaration === null),
    )
  );
}

export type Resolver = (from: string, specifier: string) => string | undefined;

/** Resolves an import to the path of one of our files, or to undefined for a package. */
export function openResolver(root: string): Resolver {
  const packageFile = join(root, 'package.json');
  const { imports = {} } = existsSync(packageFile)
    ? (JSON.parse(readFileSync(packageFile, 'utf8')) as { imports?: Record<string, string> })
    : {};
  const aliases = Object.entries(imports).map(([from, to]) => ({
    prefix: from.replace(/\*$/, ''),
    folder: to.replace(/\*$/, ''),
  }));

  return (from, specifier) => {
    const bare = specifier.replace(/\?.*$/, '');
    const alias = aliases.find(({ prefix }) => bare.startsWith(prefix));
    if (!bare.startsWith('.') && alias === undefined) return undefined;
    const target = alias
      ? join(root, alias.folder, bare.slice(alias.prefix.length))
      : join(root, dirname(from), bare);
    const found = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
      .map((ending) => target + ending)
      .find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile());
    // The compiler reports a missing file. This check needs only the path to find the room.
    return relative(root, found ?? target)
      .split(sep)
      .join('/');
  };
}

/** Returns the import cycles, each as a path from its first file back to it. */
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
