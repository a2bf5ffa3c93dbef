import Fastify from 'fastify';

interface Begin {
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

/**
 * The least a Fastify server can do for the same answer: one route that sends bytes it holds. Takes the answer from its
 * parent process and tells it the port.
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
