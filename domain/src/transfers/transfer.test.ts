import { expect, test } from 'vitest';
import { inTransitOf, leftToSend, stateOfTransfer, type TransferUnits, transferVerbs } from './transfer.ts';

const units = (changes: Partial<TransferUnits> = {}): TransferUnits => ({
  planned: 10,
  sent: 0,
  received: 0,
  returned: 0,
  lost: 0,
  ...changes,
});

test.each([
  [units(), 0, 10],
  [units({ sent: 9 }), 9, 1],
  [units({ sent: 10, received: 4 }), 6, 0],
  [units({ sent: 10, received: 4, returned: 3, lost: 3 }), 0, 0],
  [units({ sent: 12, received: 1 }), 11, 0],
])('units in transit and units left to send follow from the sent and received units: %j', (line, underWay, left) => {
  expect([inTransitOf(line), leftToSend(line)]).toEqual([underWay, left]);
});

test.each([
  [[units(), units()], 'draft'],
  [[units({ sent: 10 }), units()], 'sent'],
  [[units({ sent: 9, received: 9 })], 'sent'],
  [[units({ sent: 10, received: 9 })], 'sent'],
  [[units({ sent: 10, received: 10 })], 'received'],
  [[units({ sent: 10, received: 9, lost: 1 })], 'closed'],
  [[units({ sent: 10, received: 10 }), units({ planned: 0, sent: 1, received: 1 })], 'received'],
] as const)('a transfer ends when all requested units have left and arrived: %j', (lines, state) => {
  expect(stateOfTransfer(lines)).toBe(state);
});

test('a transfer in transit can be received, and an ended transfer allows no action', () => {
  expect(transferVerbs('draft', [units()])).toEqual(['send', 'close']);
  expect(transferVerbs('sent', [units({ sent: 3 })])).toEqual(['send', 'receive', 'close']);
  expect(transferVerbs('sent', [units({ sent: 3, received: 3 })])).toEqual(['send', 'close']);
  for (const state of ['received', 'closed', 'canceled'] as const)
    expect(transferVerbs(state, [units({ sent: 3 })])).toEqual([]);
});
