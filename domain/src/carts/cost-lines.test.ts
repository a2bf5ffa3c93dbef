import { describe, expect, test } from 'vitest';
import { centavos, quetzales } from '../money/money.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { pricedLine } from '../testing/lines.ts';
import { calculateCartTotals } from './cart-totals.ts';
import { costLines, type DeliveryCost, deliveryCostText, panelSubtotal, productCount } from './cost-lines.ts';

const known: DeliveryCost = { deliveryType: 'delivery', isDeliveryOpen: false, isDigitalOnly: false };

describe('delivery cost', () => {
  test.each<[number, Partial<DeliveryCost>, string]>([
    [3_000, {}, 'Q30.00'],
    [1, {}, 'Q0.01'],
    [0, {}, 'Gratis'],
    [0, { deliveryType: null }, 'Gratis'],
    [0, { deliveryType: 'storepickup' }, 'Q0.00'],
    [3_000, { isDeliveryOpen: true }, 'Por calcular'],
    [0, { isDeliveryOpen: true, deliveryType: 'storepickup' }, 'Por calcular'],
  ])('[CART-31] [DEC-29] %d, %j', (shipping, different, expected) => {
    expect(deliveryCostText(centavos(shipping), { ...known, ...different })).toBe(expected);
  });
});

describe('cost lines', () => {
  const totals = calculateCartTotals(
    {
      lines: [pricedLine({ warrantyAmount: quetzales(45) })],
      isEmployee: true,
      coupon: null,
      pointsCertificate: quetzales(25),
      hasBankPromotion: false,
      shipping: quetzales(30),
    },
    defaultShopPolicy,
  );

  test('[CHK-20] lists every kind of cost', () => {
    expect(costLines(totals, known)).toEqual([
      { kind: 'subtotal', label: 'Subtotal', text: 'Q100.00' },
      { kind: 'discount', label: 'Descuento de empleado', text: '-Q10.00' },
      { kind: 'discount', label: 'Puntos aplicados', text: '-Q25.00' },
      { kind: 'warranties', label: 'Garantías', text: 'Q45.00' },
      { kind: 'delivery', label: 'Envío', text: 'Q30.00' },
      { kind: 'total', label: 'Total', text: 'Q140.00' },
    ]);
  });

  test('[CHK-20] omits warranties, discounts and, for digital carts, delivery', () => {
    const plain = calculateCartTotals(
      {
        lines: [pricedLine({ kind: 'gift_card' })],
        isEmployee: false,
        coupon: null,
        pointsCertificate: null,
        hasBankPromotion: false,
        shipping: centavos(0),
      },
      defaultShopPolicy,
    );
    const digital = costLines(plain, { ...known, isDigitalOnly: true }).map(({ kind }) => kind);
    expect(digital).toEqual(['subtotal', 'total']);
  });

  test('[CHK-20] joins the labels of a discount, and mentions pickup', () => {
    const twoLabels = {
      ...totals,
      discounts: [{ id: 'DISCOUNT_BAM' as const, amount: centavos(5), label: ['a', 'b'] }],
    };
    const lines = costLines(twoLabels, { ...known, deliveryType: 'storepickup' });
    expect(lines[1]).toEqual({ kind: 'discount', label: 'a, b', text: '-Q0.05' });
    expect(lines.at(-2)).toEqual({ kind: 'delivery', label: 'Recoger en tienda', text: 'Q0.00' });
  });
});

describe('panel', () => {
  test.each([
    [null, null, 1, 'Subtotal (1 producto)', 10_000],
    [quetzales(199), null, 2, 'Subtotal (2 productos)', 29_900],
    [null, quetzales(45), 2, 'Subtotal (2 productos)', 14_500],
    [quetzales(199), quetzales(45), 3, 'Subtotal (3 productos)', 34_400],
  ])('[PANEL-05] service %d, warranty %d', (service, warranty, count, label, amount) => {
    expect(panelSubtotal(centavos(10_000), service, warranty)).toEqual({ count, label, amount });
  });

  test('[CHK-17] one product has the singular text', () => {
    expect([0, 1, 2].map(productCount)).toEqual(['0 productos', '1 producto', '2 productos']);
  });
});
