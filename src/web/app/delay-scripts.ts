import { storageKeys } from '#web/browser/storage-keys.ts';
import { interactionEvents } from './first-interaction.ts';
import { paths } from './paths.ts';

/**
 * Rendered pages are complete without their scripts, so the browser fetches no script before the first paint. On a slow
 * line forty modules would delay the styles and the font that the paint needs. Until the scripts run, links work, and
 * early-press.ts keeps the last press of a button.
 *
 * Pages to read wait longer: their scripts load at the visitor's first interaction. Forms to sign in or up fetch their
 * scripts after the first paint, but run them at the first interaction too: hydration blocks a slow phone for half a
 * second. A visitor with a session does not wait, because only the scripts know whether the session is still valid and
 * redirect to the dashboard. A visitor with a stored draft, a farewell or a notice from the previous page does not wait
 * either, because only scripts can show it.
 */
const pagesToRead: readonly string[] = [
  paths.home,
  paths.plans,
  paths.faq,
  paths.contact,
  paths.privacy,
  paths.terms,
  paths.notFound,
];
const formsToFill: readonly string[] = [paths.login, paths.register];

const modulePreload = /<link rel="modulepreload" href="([^"]+)"\/>/g;
/** React Router writes one module script that imports the parts of the page and starts it. */
const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/g;

/** A page in a hidden tab is not painted, and one without any content never: neither may stay without scripts. */
const untilPainted = `await new Promise((go) => {
if (document.visibilityState === "hidden") return go();
document.addEventListener("visibilitychange", go, { once: true });
setTimeout(go, 3000);
new PerformanceObserver((list, observer) => {
if (list.getEntriesByName("first-contentful-paint").length === 0) return;
observer.disconnect();
go();
}).observe({ type: "paint", buffered: true });
});`;

/**
 * Listens at once, because the first interaction may come before the first paint. A change of the storage counts too:
 * another tab has signed in.
 */
const listenForInteraction = `const hasKeptText = () => {
try { return ${JSON.stringify([storageKeys.contactDraft, storageKeys.goodbye])}.some((key) => sessionStorage.getItem(key) !== null); }
catch { return false; }
};
const interaction = new Promise((go) => {
const { dataset } = document.documentElement;
const isFocused = (document.activeElement ?? document.body) !== document.body;
if (dataset.session !== undefined || scrollY > 0 || isFocused || hasKeptText() || history.state?.usr) return go();
const events = ${JSON.stringify([...interactionEvents, 'storage'])};
const start = () => { for (const event of events) removeEventListener(event, start, true); go(); };
for (const event of events) addEventListener(event, start, { capture: true, passive: true });
});`;

/** `list` is a name or a literal of the script. */
export const preloadEach = (list: string) => `for (const href of ${list})
document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));`;

const scriptsMissing = JSON.stringify('scripts-missing');

/**
 * Without its scripts a page looks complete and its buttons do nothing. The styles are inline, because the style sheet
 * may be missing too.
 */
const tellOfMissingScripts = `addEventListener(${scriptsMissing}, () => {
const line = document.createElement("p");
line.setAttribute("role", "alert");
line.style.cssText = "margin:0;padding:1em;background:#fdf1d6;color:#000";
const link = Object.assign(document.createElement("a"), { href: location.href, textContent: "Recarregar a página" });
link.style.cssText = "color:inherit;text-decoration:underline";
line.append("Uma parte desta página não chegou, e os botões não respondem. ", link);
document.body.prepend(line);
}, { once: true });`;

/**
 * The content policy lets the element's text run because the server hashes every inline script of the page. The error
 * event comes when a module is missing that the text imports at once.
 */
const runModules = `const waiting = document.querySelector("script[data-start]");
const started = Object.assign(document.createElement("script"), { type: "module", text: waiting.text });
started.addEventListener("error", () => dispatchEvent(new Event(${scriptsMissing})));
document.head.append(started);`;

/** The script ends with it; React Router imports the entry after the parts of the page. */
const entryImport = /import\("([^"]+)"\);?\s*$/;

function tellIfEntryIsMissing(script: string, path: string) {
  if (!entryImport.test(script))
    throw new Error(`the script of the page ${path} does not import an entry last`);
  return script.replace(
    entryImport,
    (_, entry) => `import("${entry}").catch(() => dispatchEvent(new Event(${scriptsMissing})));`,
  );
}

export function delayScripts(html: string, path: string): string {
  const [script, ...others] = [...html.matchAll(moduleScript)];
  if (script === undefined || others.length > 0)
    throw new Error(`the page ${path} has ${others.length + (script ? 1 : 0)} module scripts, not one`);
  const addresses = [...html.matchAll(modulePreload)].map(([, address = '']) => address);
  const fetching = preloadEach(JSON.stringify(addresses));
  const steps = pagesToRead.includes(path)
    ? [listenForInteraction, untilPainted, 'await interaction;', fetching]
    : formsToFill.includes(path)
      ? [listenForInteraction, untilPainted, fetching, 'await interaction;']
      : [untilPainted, fetching];
  const start = [...steps, tellOfMissingScripts, runModules].join('\n');
  // React hydrates the body and expects the elements that it rendered there, so the waiting script is in the head.
  return html
    .replaceAll(modulePreload, '')
    .replace(moduleScript, () => `<script type="module" async="">${start}</script>`)
    .replace(
      '</head>',
      () =>
        `<script type="text/plain" data-start>${tellIfEntryIsMissing(script[1] ?? '', path)}</script></head>`,
    );
}
