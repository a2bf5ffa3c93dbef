import Fastify from 'fastify';

interface Begin {
  headers: Record<string, string>;
  /** The body in Base64. */
  body: string;
}

/**
 * The minimum that a Fastify server can do for the same response: one route that sends bytes from memory. The parent
 * process sends the response to this process, and receives the port.
 */
const serve = async ({ headers, body }: Begin): Promise<void> => {
  const app = Fastify();
  const bytes = Buffer.from(body, 'base64');
  app.get('/*', (_request, reply) => reply.headers(headers).send(bytes));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  process.once('disconnect', () => void app.close());
  process.send?.({ port: Number(new URL(url).port) });
};

process.once('message', (begin: Begin) => void serve(begin));
