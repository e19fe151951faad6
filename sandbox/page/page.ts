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
<title>${title} · Sandbox do Escriba</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
${live ? html`<script type="module" src="/live.js"></script>` : undefined}
</head>
<body>
<header><a class="home" href="/">Escriba</a><span class="badge">Sandbox</span>
<span class="notice">Ambiente de teste: nenhum e-mail sai desta máquina.</span></header>
<main>${body}</main>
</body>
</html>
`;
}
