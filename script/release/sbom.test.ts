import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { purlOf, sbomOf } from './sbom.ts';

const lockText = readFileSync('package-lock.json', 'utf8');
const { packages } = JSON.parse(lockText) as {
  packages: Record<string, { version: string; integrity?: string }>;
};

test('the SBOM lists every installed package once, with version, hash and purl', () => {
  const { components } = sbomOf(lockText);
  expect(components.map((each) => each['bom-ref'])).toEqual(
    Object.keys(packages).filter((path) => path !== ''),
  );
  for (const { 'bom-ref': path, version, hashes, purl } of components) {
    expect(version).toBe(packages[path]?.version);
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.%-]+@[\w.%+-]+$/);
    const [alg, digest] = packages[path]?.integrity?.split('-') ?? [];
    if (alg === 'sha512')
      expect(hashes).toContainEqual({
        alg: 'SHA-512',
        content: Buffer.from(digest ?? '', 'base64').toString('hex'),
      });
  }
});

test('the SBOM resolves dependencies like Node: the nearest copy first', () => {
  const text = JSON.stringify({
    name: 'escriba',
    version: '1.0.0',
    packages: {
      '': { dependencies: { a: '1', '@b/c': '1' }, devDependencies: { d: '1' } },
      'node_modules/a': { version: '1.0.0', dependencies: { d: '2' } },
      'node_modules/a/node_modules/d': { version: '2.0.0', dependencies: { '@b/c': '1' } },
      'node_modules/@b/c': {
        version: '1.0.0',
        optional: true,
        license: '(MIT OR Apache-2.0)',
        dependencies: { missing: '1' },
      },
      'node_modules/d': { version: '1.0.0', dev: true, license: 'MIT' },
    },
  });
  const { dependencies, components } = sbomOf(text);
  expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toEqual({
    'pkg:npm/escriba@1.0.0': ['node_modules/@b/c', 'node_modules/a', 'node_modules/d'],
    'node_modules/a': ['node_modules/a/node_modules/d'],
    'node_modules/a/node_modules/d': ['node_modules/@b/c'],
    'node_modules/@b/c': [],
    'node_modules/d': [],
  });
  expect(components.map(({ scope }) => scope)).toEqual(['required', 'required', 'optional', 'excluded']);
  expect(components[2]).toMatchObject({
    group: '@b',
    name: 'c',
    licenses: [{ expression: '(MIT OR Apache-2.0)' }],
  });
  expect(purlOf('@b/c', '1.0.0+x')).toBe('pkg:npm/%40b/c@1.0.0%2Bx');
});

test('the same lock file gives the same SBOM, and another lock file another serial number', () => {
  expect(sbomOf(lockText)).toEqual(sbomOf(lockText));
  expect(sbomOf(lockText).serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(sbomOf(`${lockText} `).serialNumber).not.toBe(sbomOf(lockText).serialNumber);
});
