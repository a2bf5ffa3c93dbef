import { expect, test } from 'vitest';
import { callHandlers, changingCommands, deskPages, usedBy, valuePart } from './command-parts.ts';
import { commandScreens } from './command-screens.ts';
import { readSource } from './source-files.ts';

const commands = changingCommands();
const handlers = callHandlers();
const pages = deskPages();

/** Requirements that are already built. A command must not wait for one of them. */
const built = /^(?:OFF-\d+|PROD-0[1-8]|PROD-1[457]|PROD-2[3-57-9]|PROD-30|BUY-07|BULK-10|SALE-01)$/;

test('each command that changes the shop has a row in the list of screens, and each row a command (OFF-28)', () => {
  expect(Object.keys(commandScreens).toSorted()).toEqual([...commands.keys()].toSorted());
});

const rows = Object.entries(commandScreens);
const screens = rows.flatMap(([name, row]) => ('call' in row ? [[name, row] as const] : []));
const waiting = rows.flatMap(([name, row]) => ('waitsFor' in row ? [[name, row.waitsFor] as const] : []));

test.each(waiting)(
  'ceiba %s waits for its screen until %s, a requirement of the specification (OFF-28)',
  (_, requirement) => {
    expect(readSource('docs/spec/desk.md')).toContain(`**${requirement}**`);
    expect(requirement).not.toMatch(built);
  },
);

/** Returns the server's values of a call: the values of its handler, or of its entity's table. */
const behind = ({ call, useCase, job }: (typeof screens)[number][1]): ReadonlySet<string> => {
  const handler = handlers.get(call);
  const [file = '', name = ''] = (job ?? useCase).split(' ');
  if (job === undefined && handler !== undefined) return usedBy(handler);
  expect(handler ?? isEntityCall(call, file, name)).toBeTruthy();
  return job === undefined ? new Set([useCase]) : usedBy(valuePart(`server/src/${file}`, name));
};

/** Returns whether the call belongs to an entity with this table, and the table's slice offers the entity. */
const isEntityCall = (call: string, file: string, table: string): boolean => {
  const declared = /from '@ceiba\/contract\/(desk\/entities\/[\w-]+)'/.exec(readSource(`server/src/${file}`))?.[1];
  const [, one = ''] = /calls: \['(\w+)'/.exec(readSource(`contract/src/${declared}.ts`)) ?? [];
  const slice = file.split('/')[0];
  return (
    new RegExp(`^(?:create|change|remove)${one}$`).test(call) &&
    readSource(`server/src/${slice}/index.ts`).includes(table)
  );
};

test.each(screens)('ceiba %s and its screen use one use case (OFF-28)', (name, screen) => {
  const command = commands.get(name);
  expect(command && [...usedBy(command)]).toContain(screen.useCase);
  expect([...behind(screen)]).toContain(screen.useCase);
});

test.each(screens)('the page of ceiba %s sends its call (OFF-28)', (_, { call, page, useCase, job }) => {
  const text = pages.get(page)?.() ?? '';
  if (handlers.has(call) || job !== undefined) expect(text).toContain(`'${call}'`);
  // The pages of an entity send its calls by its declaration.
  else {
    const declared = /entities\/([\w-]+)'/.exec(readSource(`server/src/${useCase.split(' ')[0]}`))?.[1];
    expect(text).toContain(readSource(`contract/src/desk/entities/${declared}.ts`));
  }
});

test('the check finds a command with another use case than its call (OFF-28)', () => {
  const cancel = commands.get('order cancel');
  const pay = handlers.get('payAtTill');
  const shared = 'orders/canceling/cancel-order.ts cancelLockedOrder';
  expect(cancel && usedBy(cancel).has(shared)).toBe(true);
  expect(pay && usedBy(pay).has(shared)).toBe(false);
});
