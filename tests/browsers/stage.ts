import { startProductProcess } from '#tests/e2e/fixtures/product-process.ts';
import { signUp } from '#tests/helpers/factories.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { button, type Driver, type Tab, tabOf } from './tab.ts';

/** Starts the built product behind a proxy that records every request. */
export async function openStage() {
  const proxy = await startRecordingProxy();
  const product = await startProductProcess({ publicUrl: proxy.url });
  proxy.sendTo(product.url);
  return {
    url: proxy.url,
    mailboxUrl: product.mailboxUrl,
    proxy,
    close: async () => {
      await product.stop();
      await proxy.close();
    },
  };
}

/** Opens a new account in the tab, and returns its access token. */
export async function signUpIn(tab: Tab, stage: Awaited<ReturnType<typeof openStage>>): Promise<string> {
  const { link } = await signUp(stage);
  await tab.visit(link);
  await tab.click(button('Confirmar e-mail'));
  await tab.untilAt('/dashboard');
  return tab.read<string>(
    `fetch('/api/auth/token').then((answer) => answer.json()).then(({ token }) => token)`,
  );
}

/** Opens a browser whose profile has visited before, so that its service worker controls the pages. */
export async function openVisited(open: () => Promise<Driver>, url: string) {
  const tab = tabOf(await open());
  try {
    await tab.visit(`${url}/faq`);
    await tab.until('navigator.serviceWorker.controller !== null', 'the service worker');
    return tab;
  } catch (error) {
    await tab.close();
    throw error;
  }
}
