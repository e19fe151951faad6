/** Addresses inside the operator's own network. */
const ownAddress = /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d|^\[(::1|f[cd])/;

/** True if the host name of a URL belongs to the operator's own network. */
export const isOwnHost = (host: string) =>
  ownAddress.test(host) || !/[.:]/.test(host) || /\.(local|internal|lan|home)$/.test(host);

export const isThisMachine = (host: string) => /^(127\.|localhost$|\[::1\]$)/.test(host);
