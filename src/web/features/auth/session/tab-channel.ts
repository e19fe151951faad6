import type { TabChannel } from './session-events.ts';

type TabChannelOptions = { name: string; storage: () => Storage };

/** Sends through localStorage: a browser without BroadcastChannel still tells the other tabs what was written. */
function storageChannel({ name, storage }: TabChannelOptions): TabChannel {
  return {
    send(message) {
      try {
        storage().setItem(name, JSON.stringify(message));
        storage().removeItem(name);
      } catch {
        // Without storage the tabs learn of changes from the server's next answer.
      }
    },
    listen(listener) {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key !== name || newValue === null) return;
        try {
          listener(JSON.parse(newValue));
        } catch {
          // Another script wrote the value.
        }
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
}

/** The first listener opens it, because an open channel would keep the server process alive. */
function broadcastChannel(name: string): TabChannel {
  let channel: BroadcastChannel | undefined;
  return {
    send: (message) => channel?.postMessage(message),
    listen(listener) {
      const opened = new BroadcastChannel(name);
      opened.onmessage = ({ data }) => listener(data);
      channel = opened;
      return () => {
        opened.close();
        channel = undefined;
      };
    },
  };
}

export function openTabChannel(options: TabChannelOptions): TabChannel {
  return typeof BroadcastChannel === 'undefined' ? storageChannel(options) : broadcastChannel(options.name);
}
