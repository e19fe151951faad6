/** Check first: a reload without a connection would replace this screen with the browser's own error page. */
export async function reloadIfReachable() {
  const { status } = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  if (status >= 500) throw new Error(`the server answered ${status}`);
  window.location.reload();
}
