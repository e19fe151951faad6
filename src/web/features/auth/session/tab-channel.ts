import type { TabChannel } from './session-events.ts';

type MessageChannelOptions = { name: string; storage: () => Storage };

/** Fallback for browsers without BroadcastChannel: storage events reach the other tabs. */
function storageChannel({ name, storage }: MessageChannelOptions): TabChannel {
  return {
    send(message) {
      try {
        storage().setItem(name, JSON.stringify(message));
        storage().removeItem(name);
      } catch {
        // Without storage the tabs cannot communicate; each learns of changes by its own checks.
      }
    },
    listen(listener) {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key !== name || newValue === null) return;
        try {
          listener(JSON.parse(newValue));
        } catch {
          // Not one of our messages.
        }
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
}

/** The first listener opens it, because an open channel would keep the prerender process alive. */
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

export function openTabChannel(options: MessageChannelOptions): TabChannel {
  return typeof BroadcastChannel === 'undefined' ? storageChannel(options) : broadcastChannel(options.name);
}
