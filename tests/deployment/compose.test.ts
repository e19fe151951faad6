import { spawnSync } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/config/config.ts';
import { partTimeoutMs } from '#server/features/health/check-readiness.ts';
import { readDockerfile } from './dockerfile.ts';

type Service = {
  build?: { args: Record<string, string> };
  image?: string;
  command?: string[];
  deploy?: { replicas: number };
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  networks?: string[];
  healthcheck?: { test?: string[]; timeout?: string; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  cap_drop?: string[];
  tmpfs?: string[];
};
type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: { default: { ipam: { config: { subnet: string }[] } }; storage: { internal: boolean } };
};

/** Substitutes the variables of compose.yaml as Docker does: with the values in `given`, or with defaults. */
async function composed(given: Record<string, string>): Promise<Compose> {
  const parsed = parse(await readFile('compose.yaml', 'utf8'), { merge: true });
  const filled = JSON.stringify(parsed)
    .replace(/\$\{(\w+):-([^}]*)\}/g, (_all, name: string, usual: string) => given[name] ?? usual)
    .replace(/\$\{(\w+):\?[^}]*\}/g, (_all, name: string) => given[name] ?? `missing ${name}`);
  return JSON.parse(filled) as Compose;
}

const given = {
  SESSION_SECRET: 's'.repeat(64),
  POSTGRES_PASSWORD: 'p'.repeat(32),
  S3_SECRET: 'k'.repeat(32),
  SMTP_URL: 'smtp://ana:senha@smtp.example.com:587',
};
const compose = await composed(given);
const service = (name: string) => compose.services[name] ?? {};

/** These commands parse compose files without Docker's daemon. */
const readers: [string, ...string[]][] = [['docker', 'compose'], ['docker-compose']];
/** Requires a version number, because a client without the plugin may print its help and exit with 0. Excludes 1. */
const reader = readers.find(([program, ...args]) => {
  const { status, stdout } = spawnSync(program, [...args, 'version', '--short'], { encoding: 'utf8' });
  return status === 0 && /^v?(?!1\.)\d+\.\d+/.test(stdout);
});
const untried =
  reader === undefined
    ? ' (skipped: neither docker compose nor docker-compose of version 2 is installed)'
    : '';

test.skipIf(reader === undefined)(`Docker reads compose.yaml as these tests do${untried}`, () => {
  const [program = '', ...args] = reader ?? [];
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...given };
  const read = spawnSync(program, [...args, 'config', '--format', 'json'], { env, encoding: 'utf8' });
  expect(read.status, read.stderr).toBe(0);
  const { services } = JSON.parse(read.stdout) as Compose;
  expect(Object.keys(services).sort()).toEqual(Object.keys(compose.services).sort());
  for (const name of ['web', 'worker'])
    expect(services[name]?.environment).toEqual(service(name).environment);
});

test('the health check of a worker in compose.yaml asks its metrics port', () => {
  const { environment = {}, healthcheck } = service('worker');
  const { http } = readConfig({ ...environment, HOST: '0.0.0.0', DATA_DIR: '/data' });
  expect(http.metricsPort).toBe(9464);
  // compose.yaml must double the dollar sign, because Docker would otherwise substitute a variable of its own.
  const [, , , check = ''] = healthcheck?.test ?? [];
  expect(check).toContain(`127.0.0.1:$${'$'}{process.env.METRICS_PORT}/health/ready`);
  expect(() => new Function(check.replaceAll('$$', '$'))).not.toThrow();
});

test('the health check of a worker in compose.yaml waits longer than the server’s own check', () => {
  const [, seconds] = /^(\d+)s$/.exec(service('worker').healthcheck?.timeout ?? '') ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(partTimeoutMs);
});

test('the configuration accepts the settings of compose.yaml for two web and two worker processes', () => {
  for (const name of ['web', 'worker']) {
    const { environment = {}, deploy } = service(name);
    expect(deploy?.replicas).toBe(2);
    const config = readConfig({ ...environment, HOST: '0.0.0.0', DATA_DIR: '/data' });
    expect(config).toMatchObject({
      production: true,
      roles: [name],
      storage: { kind: 's3', bucket: 'gravacoes', endpoint: 'http://s3:8333' },
      sandbox: { parts: [] },
    });
    expect(config.database.url).toBe(`postgres://escriba:${given.POSTGRES_PASSWORD}@postgres:5432/escriba`);
  }
});

test('compose.yaml has no default secrets, so Docker names a missing one and does not start', async () => {
  const text = await readFile('compose.yaml', 'utf8');
  for (const name of Object.keys(given)) expect(text).toContain(`\${${name}:?`);
  const { services } = await composed({});
  expect(services.web?.environment?.SESSION_SECRET).toBe('missing SESSION_SECRET');
});

test('every variable in compose.yaml and the image is in .env.example', async () => {
  const known = await readFile('.env.example', 'utf8');
  for (const name of Object.keys({ ...service('web').environment, ...service('worker').environment }))
    expect(known, name).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
  const image = (await readDockerfile()).filter(({ stage, name }) => stage === 'product' && name === 'ENV');
  for (const [, name = ''] of image
    .map(({ value }) => value)
    .join(' ')
    .matchAll(/(\w+)=/g))
    expect(known, name).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
});

/** An installation does not set these variables, because compose.yaml or the image fixes them. */
const fixedVariables: Record<string, string> = {
  NODE_ENV: 'always production',
  ROLES: 'compose.yaml sets one for each service',
  HOST: 'the image sets it',
  PORT: 'the image sets it',
  DATA_DIR: 'the image sets it',
  TRUSTED_PROXIES: 'the network of compose.yaml',
  DATABASE_URL: 'the PostgreSQL of compose.yaml',
  STORAGE_URL: 'the storage of compose.yaml',
  EMBEDDED: 'compose.yaml has a database and a storage',
  AWS_ACCESS_KEY_ID: 'the storage of compose.yaml',
  AWS_SECRET_ACCESS_KEY: 'the storage of compose.yaml, by S3_SECRET',
  SANDBOX_PORT: 'the image contains no sandbox',
  ALLOW_SANDBOX: 'the image contains no sandbox',
};

test('compose.yaml passes every setting of .env.example to web and worker', async () => {
  const known = [...(await readFile('.env.example', 'utf8')).matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(
    ([, name = '']) => name,
  );
  expect(known.length).toBeGreaterThan(40);
  expect(known).toEqual(expect.arrayContaining(Object.keys(fixedVariables)));
  const names = known.filter((name) => !(name in fixedVariables));
  const settings = Object.fromEntries(names.map((name) => [name, `the ${name} of .env`]));
  const { services } = await composed({ ...given, ...settings });
  expect(services.web?.environment).toMatchObject(settings);
  expect(services.worker?.environment).toMatchObject(settings);
});

test('the database logs no row of a failed statement', () => {
  const command = (service('postgres').command ?? []).join(' ');
  expect(command).toContain('-c log_error_verbosity=terse');
  expect(command).toContain('-c log_min_messages=log');
});

test('the product runs read-only, without capabilities, with a volume for its data', () => {
  for (const name of ['web', 'worker']) {
    expect(service(name)).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] });
    expect(service(name).volumes?.some((volume) => volume.endsWith('/data'))).toBe(true);
  }
});

test('only the proxy is reachable from outside, and each service waits until its dependencies are healthy', () => {
  for (const [name, { ports }] of Object.entries(compose.services))
    expect(ports ?? [], name).toHaveLength(name === 'proxy' ? 1 : 0);
  for (const [name, { depends_on: needed = {} }] of Object.entries(compose.services))
    for (const [other, { condition }] of Object.entries(needed)) {
      expect(compose.services, `${name} needs ${other}`).toHaveProperty(other);
      if (condition !== 'service_healthy') continue;
      // The dependency needs the health check of our image, or its own in compose.yaml.
      const isOurs = service(other).image === 'escriba' && service(other).healthcheck === undefined;
      expect(isOurs || (service(other).healthcheck?.test?.length ?? 0) > 1, other).toBe(true);
    }
});

test('the storage creates the product’s key and bucket, and only web and worker reach its other ports', () => {
  const { image = '', command = [], environment = {} } = service('s3');
  expect(image).toMatch(/^chrislusf\/seaweedfs:\d+\.\d+$/);
  expect(command).toContain('-master.telemetry=false');
  const { storage } = readConfig({ ...service('web').environment, HOST: '0.0.0.0', DATA_DIR: '/data' });
  expect(storage).toMatchObject({
    bucket: environment.S3_BUCKET,
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID,
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY,
    },
  });
  expect(compose.networks.storage.internal).toBe(true);
  const reaching = Object.entries(compose.services).filter(([, { networks }]) =>
    networks?.includes('storage'),
  );
  expect(reaching.map(([name]) => name).sort()).toEqual(['s3', 'web', 'worker']);
  expect(service('s3').networks).toEqual(['storage']);
});

test('every mounted path exists, and every volume is declared', async () => {
  for (const { volumes = [] } of Object.values(compose.services))
    for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
      if (source.startsWith('./')) await expect(access(source), source).resolves.toBeUndefined();
      else if (!source.startsWith('/')) expect(compose.volumes).toHaveProperty(source);
    }
});

test('the proxy forwards to the image’s port, and the server trusts only the proxy’s network', async () => {
  const proxy = await readFile('deploy/Caddyfile', 'utf8');
  const { value } = (await readDockerfile()).find(({ name }) => name === 'EXPOSE') ?? { value: '' };
  expect(proxy).toContain(`web ${value}`);
  expect(service('web').environment?.TRUSTED_PROXIES).toBe(compose.networks.default.ipam.config[0]?.subnet);
  const [inside] = (service('proxy').ports ?? []).map((port) => port.split(':')[1]);
  expect(proxy).toMatch(new RegExp(`^:${inside} \\{`, 'm'));
  // Caddy uses these two ports if it has a domain, so compose.yaml must mention them too.
  expect(await readFile('compose.yaml', 'utf8')).toMatch(
    /deploy\/Caddyfile has a domain name: ports: \["80:80", "443:443"/,
  );
});

test('the build gets every setting that the pages contain, with the same value as the server', async () => {
  const settingNames = [
    ...(await readFile('script/release/web-build.sh', 'utf8')).matchAll(/=\$\(setting (\w+)\)/g),
  ].map(([, name = '']) => name);
  expect(settingNames).toContain('PRODUCT_NAME');
  const args = (await readDockerfile()).filter(({ stage, name }) => stage === 'pages' && name === 'ARG');
  const { build, environment = {} } = service('web');
  for (const name of settingNames) {
    expect(args.map(({ value }) => value.split('=')[0])).toContain(name);
    expect(build?.args[name]).toBe(environment[name]);
  }
});
