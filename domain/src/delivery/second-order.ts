/** Texts in the cart about lines that cannot be in the same order (DEC-89, DEC-97). */
export const stuckTexts = {
  pickupOnlyLine: 'Solo se recoge en tienda: no puede ir con lo que solo se envía',
  homeOnlyLine: 'Solo se envía a domicilio: no puede ir con lo que solo se recoge',
  /** This button leaves the other group for a second order. */
  pickupFirst: 'Pedir primero lo que se recoge en tienda',
  homeFirst: 'Pedir primero lo que se envía a domicilio',
} as const;

/** Texts in the cart if all lines are for pickup and no store has all of them. */
export const noStoreTexts = {
  title: 'No hay tiendas disponibles',
  text: 'Tu carrito tiene productos que solo se recogen en tienda y ninguna los tiene todos por ahora.',
} as const;

/** Texts about items that cannot be in this order. The browser stores these items for the next order. */
export const secondOrderTexts = {
  setAside: 'Dejar para otro pedido',
  kept: 'Lo guardamos para tu segundo pedido',
  title: 'Para tu segundo pedido',
  text: 'Este navegador lo recuerda. Agrégalo cuando termines el pedido de ahora.',
  add: 'Agregar al carrito',
  forget: 'Quitar de la lista',
  /** Shown next to the disabled button. */
  payReason: 'Lo que llevas no puede ir en un mismo pedido. Deja una parte para otro pedido.',
} as const;
