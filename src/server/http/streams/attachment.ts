/** What a quoted string of a header takes anywhere, and no program reads as an escape. */
const unplain = /[^\w .()+,=@-]/g;

/** RFC 8187 leaves fewer signs as they are than encodeURIComponent does. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The name of a file to be saved: with its accents for every browser of today, and without for all others. */
export function attachment(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replace(unplain, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
}
