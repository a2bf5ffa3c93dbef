import type { PaymentType } from '../payments/payment-amounts.ts';
import type { ShipmentState } from './shipment.ts';

/** The desk's names of the states of a shipment (desk.md §0.4). */
export const shipmentStateLabels: Record<ShipmentState, string> = {
  waiting: 'En espera',
  ready: 'Por preparar',
  picking: 'Preparando',
  packed: 'Empacado',
  sent: 'En camino',
  at_store: 'Listo para recoger',
  undelivered: 'No entregado',
  delivered: 'Entregado',
  canceled: 'Cancelado',
};

/** Payment methods in the desk's lists. A coupon alone never pays for an order. */
export const orderPaymentLabels: Record<Exclude<PaymentType, 'Coupon'>, string> = {
  Card: 'Tarjeta',
  CardInstallments: 'Cuotas',
  Cash: 'Efectivo',
  StorePayment: 'Pago en tienda',
  GiftCard: 'Tarjeta de regalo',
  MaxpointsPoints: 'Puntos Max',
  VisanetPoints: 'Puntos Visanet',
  BiPoints: 'Puntos BI',
  BacPoints: 'Puntos BAC',
  PromericaPoints: 'Puntos Promerica',
};

/** Shown to a person whose stores have only a part of an order (record 0086). */
export const otherStoresText = 'Parte de esta orden sale de otra tienda: solo cambias lo que sale de la tuya.';
