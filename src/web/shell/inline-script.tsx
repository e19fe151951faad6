/**
 * The browser runs the script as it parses the prerendered HTML. Callers pass an empty one in the browser's bundle, so
 * that the text does not travel twice; hydration leaves the parsed one as it is.
 */
export function InlineScript({ script }: { script: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, and the CSP allows it by its hash
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}
