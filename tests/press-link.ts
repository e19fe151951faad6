import { clientAddress } from './client-address.ts';

/** From an address of its own: all the people of the tests together press more links than one office may. */
export const pressLink = (link: string) =>
  fetch(link, { redirect: 'manual', headers: { 'x-forwarded-for': clientAddress() } });
