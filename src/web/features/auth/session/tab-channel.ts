import type { TabChannel } from './session-events.ts';

type MessageChannelOptions = { name: string; storage: () => Storage };

/** Where browsers lack the channel, what is written into storage is heard by the other tabs too. */
function storageChannel({ name, storage }: MessageChannelOptions): TabChannel {
  return {
    send(message) {
      try {
        storage().setItem(name, JSON.stringify(message));
        storage().removeItem(name);
      } catch {
        // Without storage each tab is alone; the checks tell it what happened.
      }
    },
    listen(listener) {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key !== name || newValue === null) return;
        try {
          listener(JSON.parse(newValue));
        } catch {
          // Not a message of ours.
        }
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
}

/** Opened by the first listener: the pages that the build writes must not hold one open. */
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
