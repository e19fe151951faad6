import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { SandboxLog } from '../part.ts';
import type { MailStore } from './mail-store.ts';

const maxMailBytes = 5 * 1_048_576;
const maxRecipients = 50;
const closeTimeoutMs = 500;

/** Reads the whole message, as the protocol requires, but stores no more than the limit. */
async function readMessage(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
  return stream.sizeExceeded ? undefined : Buffer.concat(chunks);
}

type SmtpOptions = { host: string; port: number; store: MailStore; log: SandboxLog };

export async function startSmtp({ host, port, store, log }: SmtpOptions) {
  const server = new SMTPServer({
    name: 'sandbox.escriba.example',
    banner: 'Escriba sandbox: no mail leaves this machine',
    // Accept any credentials, because the product may be configured with some.
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: maxMailBytes,
    rejectOversized: true,
    maxRecipients,
    maxAllowedUnauthenticatedCommands: false,
    closeTimeout: closeTimeoutMs,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? 'sandbox' }),
    onData: async (stream, { envelope }, done) => {
      try {
        const message = await readMessage(stream);
        if (message !== undefined)
          for (const { address } of envelope.rcptTo) await store.add(address, message);
        done(null, 'kept in the sandbox');
      } catch (error) {
        log.error({ err: error }, 'the sandbox failed to store a mail');
        done(Object.assign(new Error('The sandbox could not keep the mail'), { responseCode: 451 }));
      }
    },
  });
  // Ignore clients that disconnect in the middle of a session.
  const listening = once(server.server, 'listening');
  server.on('error', () => {});
  server.listen(port, host);
  await listening;
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
