// Without the process of the run, a worker would wait for ever. Vitest refuses `process.exit` in a worker.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
