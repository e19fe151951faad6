import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** These code spans resemble paths, but name generated files, data folders, packages or addresses. */
const notInRepository =
  /^(\.?\/|\.\.\/|\.tools\/|@|DATA_DIR|PUBLIC_URL|LISTEN\/|data\/|build\/|bench\/results\/|sweep\/|react-dom\/)/;
const fileEnding = /\.(ts|tsx|js|css|json|md|sh|sql|yaml|yml|png|webp)$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n');
/** All paths and folders. A shortened path such as `web/ui/` must be the end of one of them. */
const pathsAndFolders = [...new Set(files.flatMap((file) => [file, ...foldersOf(file)]))];
const pages = files.filter((file) => /^(README|CONTRIBUTING)\.md$|^(docs|bench\/notes)\/.*\.md$/.test(file));

function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

/** Replaces `{a,b}` with each of its words. */
function expandBraces(text: string): string[] {
  const [whole, words] = /\{([^{}]*)\}/.exec(text) ?? [];
  if (whole === undefined || words === undefined) return [text];
  return words.split(',').flatMap((word) => expandBraces(text.replace(whole, word.trim())));
}

function exists(path: string): boolean {
  const wanted = path.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const pattern = new RegExp(`(^|/)${wanted}$`);
  return pathsAndFolders.some((path) => pattern.test(path));
}

/** Returns the findings of all pages, each as `page: finding`. */
const inPages = (find: (text: string, page: string) => string[]) =>
  pages.flatMap((page) => find(readFileSync(page, 'utf8'), page).map((found) => `${page}: ${found}`));

test('the documentation names only files that exist', () => {
  const missing = inPages((text) => {
    const spans = [...text.matchAll(/`([\w.{},*@/-]+)`/g)].flatMap(([, span = '']) => expandBraces(span));
    const paths = spans.filter((span) => /\w\//.test(span) || fileEnding.test(span));
    return paths.filter((path) => !notInRepository.test(path) && !exists(path));
  });
  expect(missing).toEqual([]);
});

test('every relative link in the documentation leads to an existing file', () => {
  const broken = inPages((text, page) => {
    const links = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    const local = links.filter((link) => !/^\w+:/.test(link));
    return local.filter((link) => !pathsAndFolders.includes(join(dirname(page), link).replace(/\/$/, '')));
  });
  expect(broken).toEqual([]);
});

test('each decision has its title as file name and a row in the list of decisions', () => {
  const list = readFileSync('docs/decisions/README.md', 'utf8');
  const decisions = files.filter((file) => /^docs\/decisions\/\d/.test(file));
  const expected = decisions.map((file) => {
    const [, number, title = ''] = /^# (\d{3}) (.+)/.exec(readFileSync(file, 'utf8')) ?? [];
    const words = title.toLowerCase().replaceAll(/['’]/g, '');
    const name = `${number}-${words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')}.md`;
    return list.includes(`(${name})`) ? `docs/decisions/${name}` : `no row for ${name}`;
  });
  expect(decisions).toEqual(expected);
});
