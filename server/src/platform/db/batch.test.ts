import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { DriverConnection, DriverQuery, DriverResult } from './batch.ts';

/** The version of the driver that the batch was tested with. */
const triedDriver = '8.23.1';

const { version }: { version: string } = createRequire(import.meta.url)('pg/package.json');

const answerTo =
  `pg ${version} is not the driver that db.batch was tried with (pg ${triedDriver}). Read what changed in lib/query.js, lib/result.js and ` +
  'lib/connection.js; when the other tests of batch.test.ts and database.api.test.ts pass, write the version here.';

/** Returns a connection without a server, and the types of the messages sent on it (PostgreSQL's protocol, version 3). */
const openDeaf = () => {
  const stream = new PassThrough();
  const connection = new pg.Connection({ stream: () => stream });
  const types = (): string => {
    const sent: Buffer = stream.read() ?? Buffer.alloc(0);
    let found = '';
    for (let at = 0; at < sent.length; at += 1 + sent.readInt32BE(at + 1)) found += String.fromCharCode(sent[at] ?? 0);
    return found;
  };
  return { connection, types };
};

const kinds = (holder: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, typeof Reflect.get(holder, name)]));

const namedQuery = () => {
  const query = new pg.Query('select $1', [1], () => {});
  query.name = 'test.named';
  return query;
};

test('the installed driver is the version that the batch was tested with', () => {
  expect(version, answerTo).toBe(triedDriver);
});

test('the driver has the members that the batch depends on', () => {
  const ofQuery: Record<keyof DriverQuery, string> = {
    name: 'string',
    text: 'string',
    callback: 'function',
    _result: 'object',
    _accumulateRows: 'undefined',
    prepare: 'function',
    handleRowDescription: 'function',
    handleDataRow: 'function',
    handleCommandComplete: 'function',
    handleError: 'function',
    handleReadyForQuery: 'function',
  };
  const ofResult: Record<keyof DriverResult, string> = {
    fields: 'object',
    _parsers: 'object',
    _prebuiltEmptyResultObject: 'object',
  };
  const ofConnection: Record<keyof DriverConnection, string> = {
    parsedStatements: 'object',
    submittedNamedStatements: 'object',
    _send: 'function',
  };
  const query = namedQuery();
  expect(kinds(query, Object.keys(ofQuery)), answerTo).toEqual(ofQuery);
  query.handleRowDescription({ fields: [{ name: 'a', dataTypeID: 23, format: 'text' }] });
  expect(query._accumulateRows, answerTo).toBeTruthy();
  expect(kinds(query._result, Object.keys(ofResult)), answerTo).toEqual(ofResult);
  expect(query._result._parsers, answerTo).toHaveLength(1);
  expect(query._result._prebuiltEmptyResultObject, answerTo).toEqual({ a: null });
  expect(kinds(openDeaf().connection, Object.keys(ofConnection)), answerTo).toEqual(ofConnection);
});

test('the driver sends a named statement only by _send, with one Parse and a Sync at the end', () => {
  const { connection, types } = openDeaf();
  const all = connection._send;
  let sent = 0;
  connection._send = (message) => {
    sent += 1;
    all.call(connection, message);
  };
  namedQuery().prepare(connection);
  expect(types(), answerTo).toBe('PBDES');
  expect(sent, answerTo).toBe(5);
  expect(connection.submittedNamedStatements, answerTo).toEqual({ 'test.named': 'select $1' });
  namedQuery().prepare(connection);
  expect(types(), answerTo).toBe('BDES');
});

test('the driver returns rows without a row description if the columns are already known', () => {
  const [described, undescribed] = [namedQuery(), namedQuery()];
  described.handleRowDescription({ fields: [{ name: 'a', dataTypeID: 23, format: 'text' }] });
  const { fields, _parsers, _prebuiltEmptyResultObject } = described._result;
  const answers: unknown[] = [];
  undescribed.callback = (...[, result]: unknown[]) => answers.push(result);
  Object.assign(undescribed._result, { fields, _parsers, _prebuiltEmptyResultObject });
  undescribed._accumulateRows = true;
  undescribed.handleDataRow({ fields: ['7'] });
  undescribed.handleReadyForQuery(openDeaf().connection);
  expect(answers, answerTo).toEqual([expect.objectContaining({ rows: [{ a: 7 }] })]);
});
