/**
 * An error whose message is our own and holds no user data, so the log may write it. For other errors the log writes
 * only kind and code, because a library's message quotes the value that failed.
 */
export class SafeMessageError extends Error {}
