import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#tests/helpers/free-port.ts';
import type { Driver } from './tab.ts';

export type WebKitPrograms = Readonly<{ driver: string; browser: string; display: string }>;

const readyWithinMs = 30_000;
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
type ElementReference = { [elementKey]: string };

/** Starts a process group, so that xvfb-run, the X server and the driver end together. */
function startDriver({ driver, display }: WebKitPrograms, { port, home }: { port: number; home: string }) {
  return spawn(display, ['-a', '-s', '-screen 0 2000x1300x24', driver, `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    // Disable WebKit's sandbox, which root cannot start without user namespaces. The pages are trusted.
    env: {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      NO_AT_BRIDGE: '1',
    },
  });
}

/** Creates a home folder for each launch, with a new profile and a known download folder. */
async function openHome() {
  const home = await mkdtemp(join(tmpdir(), 'escriba-webkit-'));
  await mkdir(join(home, '.config'));
  await mkdir(join(home, 'downloads'));
  await writeFile(join(home, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/downloads"\n');
  return home;
}

async function endGroup(child: ChildProcess) {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}

function callsTo(base: string) {
  return async <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Value> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  };
}

/** Drives WebKitGTK through WebKitWebDriver, by the HTTP commands of W3C WebDriver. */
export async function openWebKit(programs: WebKitPrograms): Promise<Driver> {
  const port = await freePort();
  const home = await openHome();
  const child = startDriver(programs, { port, home });
  const call = callsTo(`http://127.0.0.1:${port}`);
  const giveUpAt = Date.now() + readyWithinMs;
  let sessionId: string | undefined;
  while (sessionId === undefined) {
    try {
      await fetch(`http://127.0.0.1:${port}/status`);
      ({ sessionId } = await call<{ sessionId: string }>('POST', '/session', {
        capabilities: {
          alwaysMatch: {
            'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
            pageLoadStrategy: 'normal',
            unhandledPromptBehavior: 'accept',
          },
        },
      }));
    } catch (cause) {
      if (Date.now() > giveUpAt || child.exitCode !== null) {
        await endGroup(child);
        throw new Error('WebKitWebDriver did not start a session', { cause });
      }
      await delay(100);
    }
  }
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/timeouts`, { script: 30_000, pageLoad: 60_000 });

  const read = async <Value>(expression: string): Promise<Value> => {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (fault) => done({ fault: String(fault) }));`;
    const { value, fault } = await call<{ value: Value; fault?: string }>(
      'POST',
      `${session}/execute/async`,
      { script, args: [] },
    );
    if (fault !== undefined) throw new Error(fault);
    return value;
  };
  const elementOf = async (expression: string) => {
    const found = await call<ElementReference | null>('POST', `${session}/execute/sync`, {
      script: `return (${expression}) ?? null`,
      args: [],
    });
    if (found === null) throw new Error(`no element: ${expression}`);
    return `${session}/element/${found[elementKey]}`;
  };

  return {
    open: async (address) => {
      await call('POST', `${session}/url`, { url: address });
    },
    read,
    click: async (expression) => {
      await call('POST', `${await elementOf(expression)}/click`);
    },
    type: async (expression, text) => {
      await call('POST', `${await elementOf(expression)}/value`, { text });
    },
    clear: async (expression) => {
      const [control, backspace] = ['\ue009', '\ue003'];
      await call('POST', `${await elementOf(expression)}/value`, {
        text: `${control}a${control}${backspace}`,
      });
    },
    select: async (expression, value) => {
      const option = `[...(${expression}).options].find((each) => each.value === ${JSON.stringify(value)})`;
      await call('POST', `${await elementOf(option)}/click`);
    },
    choose: async (expression, path) => {
      await call('POST', `${await elementOf(expression)}/value`, { text: path });
    },
    resize: async (width, height) => {
      // The first pass reveals the size of the window's frame, so set the size twice.
      for (const _ of [1, 2]) {
        const [innerWidth, innerHeight] = await read<[number, number]>('[innerWidth, innerHeight]');
        const rect = await call<{ width: number; height: number }>('GET', `${session}/window/rect`);
        await call('POST', `${session}/window/rect`, {
          width: rect.width + width - innerWidth,
          height: rect.height + height - innerHeight,
        });
      }
    },
    downloads: join(home, 'downloads'),
    picture: async () => Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
    close: async () => {
      await call('DELETE', session).catch(() => undefined);
      await endGroup(child);
      await rm(home, { recursive: true, force: true });
    },
  };
}
