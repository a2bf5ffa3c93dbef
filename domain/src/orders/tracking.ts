import type { OrderStatus } from './order-status.ts';

/** DEC-138, in order. */
export const trackingStages = ['received', 'paid', 'preparing', 'onTheWay', 'delivered'] as const;
export type TrackingStage = (typeof trackingStages)[number];

export interface TrackingEvent {
  stage: TrackingStage;
  at: Date;
}

/** HIST-09. */
export interface TrackingStep {
  title: string;
  datetime: Date | null;
  description: string;
  complete: boolean;
  /** Shown in success colours (HIST-10). */
  isLastComplete: boolean;
}

const titles: Record<TrackingStage, string> = {
  received: 'Orden recibida',
  paid: 'Pago confirmado',
  preparing: 'Preparando tu pedido',
  onTheWay: 'En camino',
  delivered: 'Entregado',
};

const descriptions: Record<TrackingStage, string> = {
  received: 'Recibimos tu orden.',
  paid: 'Tu pago fue confirmado.',
  preparing: 'Estamos preparando tus productos.',
  onTheWay: 'Tu pedido va hacia la dirección de entrega.',
  delivered: 'Tu pedido fue entregado.',
};

const pickupTexts = { title: 'Listo para recoger', description: 'Tu pedido te espera en la tienda.' };

export const trackingTitle = (stage: TrackingStage, isPickup: boolean): string =>
  isPickup && stage === 'onTheWay' ? pickupTexts.title : titles[stage];

/**
 * The timeline of one shipment (DEC-138). A stage is complete when it or a later one happened; its time is its own,
 * null when it was passed over (cash is confirmed only at delivery).
 */
export function trackingSteps(events: readonly TrackingEvent[], isPickup: boolean): TrackingStep[] {
  const furthest = Math.max(-1, ...events.map((event) => trackingStages.indexOf(event.stage)));
  return trackingStages.map((stage, index) => ({
    title: trackingTitle(stage, isPickup),
    datetime: firstTime(events, stage),
    description: isPickup && stage === 'onTheWay' ? pickupTexts.description : descriptions[stage],
    complete: index <= furthest,
    isLastComplete: index === furthest,
  }));
}

function firstTime(events: readonly TrackingEvent[], stage: TrackingStage): Date | null {
  const times = events.filter((event) => event.stage === stage).map((event) => event.at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** The stage after the furthest that happened, null at the end (DEC-138: an operator advances a shipment). */
export function nextStage(events: readonly TrackingEvent[]): TrackingStage | null {
  const furthest = Math.max(-1, ...events.map((event) => trackingStages.indexOf(event.stage)));
  return trackingStages[furthest + 1] ?? null;
}

/** The status of an order whose shipments stand at these stages: as far as the slowest of them. */
export function statusOfShipments(stages: readonly TrackingStage[]): OrderStatus {
  const slowest = Math.min(...stages.map((stage) => trackingStages.indexOf(stage)));
  const stage = trackingStages[slowest];
  if (stage === 'delivered') return 'delivered';
  return stage === 'onTheWay' ? 'shipped' : 'processing';
}
