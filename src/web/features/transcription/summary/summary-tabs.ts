const channelName = 'escriba.summaries';

/** Says to the other tabs of this browser that a summary is being written. */
export function tellSummaryBegun(jobId: string) {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(jobId);
  channel.close();
}

/** Gives what stops the listening. */
export function onSummaryBegun(jobId: string, begun: () => void) {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    if (data === jobId) begun();
  };
  return () => channel.close();
}
