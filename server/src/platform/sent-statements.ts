import type pg from 'pg';
import { NamedQuery, QueryBatch } from './named-query.ts';

/** A statement as it is asked. */
export interface Asked {
  name?: string;
  text: string;
  values: readonly unknown[];
}

const askNamed = (name: string, { text, values }: Asked, client: pg.PoolClient): Promise<pg.QueryResult> =>
  new Promise((done, fail) => {
    client.query(new NamedQuery(name, text, values, (error, result) => (error ? fail(error) : done(result))));
  });

/** A refusal that tells who asked. */
export const tracing = async (answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> => {
  try {
    return await answer;
  } catch (error) {
    // Made while a packet was read: whoever reads the log wants to know who asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
};

/** Sends a statement by itself. */
export const ask = (asked: Asked, client: pg.PoolClient): Promise<pg.QueryResult> => {
  const { name, text, values } = asked;
  return name === undefined ? client.query({ text, values: [...values] }) : tracing(askNamed(name, asked, client));
};

/**
 * What is asked of a connection until this turn of the event loop ends leaves as one, and is answered as one (record 0064): a
 * write and an answer for each statement would be system calls for both sides, and wake both.
 */
export const sendTogether = (client: pg.PoolClient): ((asked: Asked) => Promise<pg.QueryResult>) => {
  let waiting: NamedQuery[] = [];
  const leave = (): void => {
    const [first, ...others] = waiting;
    waiting = [];
    if (first !== undefined) client.query(others.length === 0 ? first : new QueryBatch([first, ...others]));
  };
  return ({ name, text, values }) => {
    if (name === undefined) {
      leave();
      return client.query({ text, values: [...values] });
    }
    return new Promise((done, fail) => {
      if (waiting.length === 0) process.nextTick(leave);
      waiting.push(new NamedQuery(name, text, values, (error, result) => (error ? fail(error) : done(result))));
    });
  };
};
