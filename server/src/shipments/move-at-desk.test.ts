import { moveShipment } from '@ceiba/contract/desk/shipments';
import { shipmentRules } from '@ceiba/domain/orders/shipment';
import { expect, test } from 'vitest';

test('[WORK-01] the call that moves shipments is open to every permission that moves one, and to no other', () => {
  const ofTable = Object.values(shipmentRules).flatMap(({ to }) => Object.values(to).flat());
  const ofPeople = ofTable.filter((mover) => mover !== 'payment' && mover !== 'expiry');
  // `orders.edit` closes services and gift cards, which nobody picks or brings (WORK-02).
  expect([...moveShipment.permission].toSorted()).toEqual([...new Set([...ofPeople, 'orders.edit'])].toSorted());
});
