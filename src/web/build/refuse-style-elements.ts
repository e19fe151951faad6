import type { Plugin } from 'vite';

const createsStyleElement = /createElement\(\s*[`'"]style[`'"]\s*\)/;

/** React creates any element that a component asks for, and none by itself. */
const reactDom = /node_modules\/react-dom\//;

/** The content policy refuses a <style> element at run time, so a library that writes one stops the build. */
export function refuseStyleElements(): Plugin {
  return {
    name: 'refuse-style-elements',
    apply: 'build',
    transform(code, id) {
      const path = id.split('?', 1)[0] ?? id;
      if (this.environment.name !== 'client' || reactDom.test(path) || !createsStyleElement.test(code))
        return;
      throw new Error(`${path} creates a <style> element, which the content policy refuses.`);
    },
  };
}
