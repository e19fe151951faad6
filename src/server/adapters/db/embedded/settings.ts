export type Settings = Readonly<Record<string, string>>;

/** For a machine at home: little memory and few processes, and nothing taken from what a crash must not cost. */
const homeSettings: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '32MB',
  maintenance_work_mem: '32MB',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  // Nothing replicates from here: the processes and the memory for it stay away.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '1',
  max_worker_processes: '2',
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // What a statement does wrong is told to us, who leave people's words out of the log; this one keeps only its own fate.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

export function settingArguments(own: Settings = {}): string[] {
  return Object.entries({ ...homeSettings, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
