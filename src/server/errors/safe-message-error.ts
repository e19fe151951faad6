/**
 * Errors whose sentences we write ourselves, with nobody's words, address or row in them: the log may repeat those. Of
 * all others it tells the kind and the code, since a library's sentence quotes what it stumbled over.
 */
export class SafeMessageError extends Error {}
