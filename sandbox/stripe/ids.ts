import { randomInt } from 'node:crypto';

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function newId(prefix: string, length = 24) {
  return `${prefix}_${Array.from({ length }, () => signs[randomInt(signs.length)]).join('')}`;
}
