/** JSON in a script element must not contain the closing tag. */
const escapeScript = (json: string) =>
  json.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

/** Structured data for search engines (JSON-LD). The browser does not execute it, so the CSP does not apply. */
export function StructuredData({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own data, escaped
      dangerouslySetInnerHTML={{ __html: escapeScript(JSON.stringify(data)) }}
    />
  );
}
