/** CART-26: acting without a cart that can be identified. */
export const missingCart = {
  title: 'Error de Carrito',
  message: 'No se ha podido identificar el carrito de compras.',
} as const;
