import { createServer, type Socket } from 'node:net';
import { listenHere } from './listen-here.ts';

/** A published message: its subject, `Nats-Msg-Id` and text. */
interface Published {
  subject: string;
  messageId: string;
  text: string;
}

export interface TestNats {
  url: string;
  published: Published[];
  /** The CONNECT message of each connection, with its account. */
  logins: string[];
  /** The response to a publication. By default JetStream's acknowledgement. Null if there is no response. */
  answer: { text: string | null };
  /** Breaks every connection, like a restarted server. */
  breakConnections(): void;
  close(): Promise<void>;
}

const info = {
  server_id: 'test',
  server_name: 'test',
  version: '2.12.0',
  proto: 1,
  headers: true,
  max_payload: 1_048_576,
};

/** Parses HPUB: subject, reply, headerBytes, totalBytes. Returns how many bytes of `text` it used. Zero while bytes are missing. */
const takePublication = (line: string, rest: Buffer, take: (reply: string, message: Published) => void): number => {
  const [, subject = '', reply = '', headerBytes = '0', totalBytes = '0'] = line.split(' ');
  const total = Number(totalBytes);
  if (rest.length < total + 2) return 0;
  const header = rest.subarray(0, Number(headerBytes)).toString();
  const messageId = /^Nats-Msg-Id: ?(.*)$/m.exec(header)?.[1]?.trim() ?? '';
  take(reply, { subject, messageId, text: rest.subarray(Number(headerBytes), total).toString() });
  return total + 2;
};

/** Serves one client: greets, answers PING, stores the client's inbox, and accepts publications with headers. */
const serve = (socket: Socket, nats: Pick<TestNats, 'published' | 'logins' | 'answer'>): void => {
  let pending: Buffer = Buffer.alloc(0);
  let inbox = '';
  socket.on('error', () => {});
  socket.write(`INFO ${JSON.stringify(info)}\r\n`);
  const answerTo = (reply: string, message: Published): void => {
    nats.published.push(message);
    const { text } = nats.answer;
    if (text !== null) socket.write(`MSG ${reply} ${inbox} ${Buffer.byteLength(text)}\r\n${text}\r\n`);
  };
  socket.on('data', (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.subarray(0, end).toString();
      let taken = end + 2;
      if (line.startsWith('CONNECT ')) nats.logins.push(line);
      if (line === 'PING') socket.write('PONG\r\n');
      if (line.startsWith('SUB ')) inbox = line.split(' ').at(-1) ?? '';
      if (line.startsWith('HPUB ')) {
        const body = takePublication(line, pending.subarray(taken), answerTo);
        if (body === 0) return;
        taken += body;
      }
      pending = pending.subarray(taken);
    }
  });
};

/** A NATS server with JetStream, with the commands that a publisher needs. */
export const openTestNats = async (): Promise<TestNats> => {
  const state: Pick<TestNats, 'published' | 'logins' | 'answer'> = {
    published: [],
    logins: [],
    answer: { text: JSON.stringify({ stream: 'CEIBA', seq: 1 }) },
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, state);
  });
  const breakConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const port = await listenHere(server);
  return {
    ...state,
    url: `nats://127.0.0.1:${port}`,
    breakConnections,
    close: async () => {
      breakConnections();
      await new Promise((done) => server.close(done));
    },
  };
};
