/** CAT-23: the internal tag of a virtual gift card. */
export const giftCardTag = 'gift_card_virtual';
