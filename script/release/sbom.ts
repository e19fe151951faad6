/**
 * The SBOM as CycloneDX 1.6, which script/build generates from the lock file:
 *
 *   build/sbom.cdx.json
 *
 * It is reproducible: without timestamps and random values, the same lock file gives the same bytes.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

type Locked = {
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
type LockFile = { name: string; version: string; packages: Record<string, Locked> };

const folder = 'node_modules/';
const algorithms: Readonly<Record<string, string>> = { sha512: 'SHA-512', sha256: 'SHA-256', sha1: 'SHA-1' };

const nameOf = (path: string) => path.slice(path.lastIndexOf(folder) + folder.length);

/** https://github.com/package-url/purl-spec: an npm scope becomes the namespace, with its @ percent-encoded. */
export function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.split('/').map(encodeURIComponent).join('/')}@${encodeURIComponent(version)}`;
}

function hashesOf(integrity: string | undefined) {
  return (integrity ?? '')
    .split(/\s+/)
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [name = '', digest = ''] = part.split(/-(.*)/s);
      const alg = algorithms[name];
      return alg === undefined ? [] : [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }];
    });
}

/** Resolves like Node: first in the dependent's own node_modules, then in each parent folder. */
function resolvedPath(packages: LockFile['packages'], from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${folder}`)))) {
    const path = `${at === '' ? '' : `${at}/`}${folder}${name}`;
    if (packages[path] !== undefined) return path;
    if (at === '') return undefined;
    if (!at.includes(`/${folder}`)) at = '';
  }
}

function componentOf(path: string, { version = '', integrity, license, dev, optional }: Locked) {
  const name = nameOf(path);
  const [group, plain] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return {
    type: 'library',
    // The path, because two copies of one version are two components.
    'bom-ref': path,
    ...(group === undefined ? {} : { group }),
    name: plain,
    version,
    scope: dev === true ? 'excluded' : optional === true ? 'optional' : 'required',
    ...(integrity === undefined ? {} : { hashes: hashesOf(integrity) }),
    ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
    purl: purlOf(name, version),
  };
}

const licenseOf = (license: string) =>
  / (OR|AND|WITH) |^\(/.test(license) ? { expression: license } : { license: { name: license } };

function deterministicUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function sbomOf(lockText: string) {
  const { name, version, packages } = JSON.parse(lockText) as LockFile;
  const installed = Object.entries(packages).filter(([path, each]) => path !== '' && each.link !== true);
  const refsOf = (path: string, { dependencies, devDependencies, optionalDependencies }: Locked) => {
    const asked = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    const found = asked.flatMap((each) => resolvedPath(packages, path, each) ?? []);
    return [...new Set(found)].sort();
  };
  const root = purlOf(name, version);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: deterministicUuid(lockText),
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': root, name, version, purl: root } },
    components: installed.map(([path, each]) => componentOf(path, each)),
    dependencies: [
      { ref: root, dependsOn: refsOf('', packages[''] ?? {}) },
      ...installed.map(([path, { devDependencies: _none, ...each }]) => ({
        ref: path,
        dependsOn: refsOf(path, each),
      })),
    ],
  };
}

if (import.meta.main) {
  const sbom = sbomOf(readFileSync('package-lock.json', 'utf8'));
  mkdirSync('build', { recursive: true });
  writeFileSync('build/sbom.cdx.json', `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(`sbom: ${sbom.components.length} components in build/sbom.cdx.json`);
}
