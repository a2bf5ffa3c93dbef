/** DOM id of a line's title, which names the line's buttons and takes the focus when a neighbour goes. */
export const lineTitleId = (cartItemId: string): string => `producto-${cartItemId}`;
