import { type Html, html } from './html.ts';

type PageOptions = {
  title: string;
  body: Html;
  /** The part of the page that follows what happens, without a reload. */
  live?: boolean;
};

/** Every page of the sandbox says that it is one. */
export function page({ title, body, live = false }: PageOptions): Html {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Ambiente de teste do Escriba</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
<link rel="stylesheet" href="/forms.css">
${live ? html`<script type="module" src="/live.js"></script>` : undefined}
</head>
<body>
<header><div class="wide"><a class="home" href="/">Escriba</a><span class="badge">Ambiente de teste</span>
<span class="notice">Nada sai desta máquina.</span></div></header>
<main class="wide">${body}</main>
</body>
</html>
`;
}
