/** Inside a script element only the end of it must not be read. */
const escapeScript = (json: string) =>
  json.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

/** Data for search engines (JSON-LD). No browser runs it, so the content policy has no say in it. */
export function StructuredData({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own data, escaped
      dangerouslySetInnerHTML={{ __html: escapeScript(JSON.stringify(data)) }}
    />
  );
}
