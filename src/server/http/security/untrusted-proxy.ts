import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';

/** The addresses of machines beside this one. Visitors on the internet send this header too, to hide. */
const local = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  local.addSubnet(network, bits, 'ipv4');
local.addAddress('::1', 'ipv6');
local.addSubnet('fc00::', 7, 'ipv6');
local.addSubnet('fe80::', 10, 'ipv6');

function isLocal(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return local.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** Behind a proxy that is not trusted all visitors have one address, so the twenty-first sign-in of anybody gets 429. */
export function warnOfUntrustedProxy(app: FastifyInstance, { log }: Pick<Deps, 'log'>) {
  let hasWarned = false;
  app.addHook('onRequest', async (request) => {
    if (hasWarned || request.headers['x-forwarded-for'] === undefined) return;
    const { remoteAddress = '' } = request.socket;
    if (request.ip !== remoteAddress || remoteAddress === '' || !isLocal(remoteAddress)) return;
    hasWarned = true;
    log.warn(
      { proxy: remoteAddress },
      `a proxy at ${remoteAddress} is not in TRUSTED_PROXIES: all its visitors share one address, and its limits`,
    );
  });
}
