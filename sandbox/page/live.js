// Fetches the page every two seconds and replaces the list if it changed.
const pauseMs = 2_000;
const find = (root) => root.querySelector('[data-live]');

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const next = find(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  const now = find(document);
  if (next && now && next.innerHTML !== now.innerHTML) now.innerHTML = next.innerHTML;
}

// Ignore errors, because the server may be restarting.
setInterval(() => refresh().catch(() => {}), pauseMs);

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-delete]') : null;
  if (!button || !confirm(button.dataset.confirm)) return;
  await fetch(button.dataset.delete, { method: 'DELETE' });
  await refresh();
});
