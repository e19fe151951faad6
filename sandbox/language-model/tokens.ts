const bytesPerToken = 4;

export const countTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

/** A decoder of a stream omits a character whose bytes are incomplete. */
export const firstTokens = (text: string, count: number) =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, count * bytesPerToken), { stream: true });

/** Splits the text into pieces of a few characters, as models stream it. */
export const splitIntoChunks = (text: string) => text.match(/[\s\S]{1,12}/g) ?? [];
