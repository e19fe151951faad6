import { type RegisterHooksOptions, registerHooks } from 'node:module';

type Resolve = NonNullable<RegisterHooksOptions['resolve']>;

const isInDrizzle = (url: string) => url.includes('/node_modules/drizzle-orm/');
const isInPackage = (url: string) => url.includes('/node_modules/');
const isEsm = (path: string) => path.endsWith('.js');

/**
 * Node parses the whole `exports` of a package at each import of it or within it. That field of drizzle-orm has
 * 130 KB, and the product has seven hundred such imports. They took a quarter of its start.
 */
export function createDrizzleResolve(): Resolve {
  const found = new Map<string, ReturnType<Resolve>>();
  return (specifier, context, next) => {
    const parent = context.parentURL ?? '';
    if (!context.conditions.includes('import')) return next(specifier, context);
    // The package's own ES modules import each other by path. Its package.json gives them all the type "module".
    if (specifier.startsWith('.') && isEsm(specifier) && isInDrizzle(parent) && isEsm(parent))
      return { url: new URL(specifier, parent).href, format: 'module', shortCircuit: true };
    // Our files import the same few entries of the package.
    const isEntry = /^drizzle-orm($|\/)/.test(specifier);
    if (!isEntry || isInPackage(parent)) return next(specifier, context);
    const known = found.get(specifier) ?? next(specifier, context);
    found.set(specifier, known);
    return { ...known, shortCircuit: true };
  };
}

/** Call it before the first import of a file that uses the database. */
export const hastenDrizzleImports = () => void registerHooks({ resolve: createDrizzleResolve() });
