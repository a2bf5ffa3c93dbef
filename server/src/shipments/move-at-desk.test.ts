import { moveShipment } from '@ceiba/contract/desk/shipments';
import { shipmentRules } from '@ceiba/domain/orders/shipment';
import { expect, test } from 'vitest';

test('[WORK-01] only a permission that moves shipments may call the move', () => {
  const ofTable = Object.values(shipmentRules).flatMap(({ to }) => Object.values(to).flat());
  const ofPeople = ofTable.filter((mover) => mover !== 'payment' && mover !== 'expiry');
  // `orders.edit` closes services and gift cards, which need no picking and no delivery (WORK-02).
  expect([...moveShipment.permission].toSorted()).toEqual([...new Set([...ofPeople, 'orders.edit'])].toSorted());
});
