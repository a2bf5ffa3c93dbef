/** The internal tag of a virtual gift card (CAT-23). */
export const giftCardTag = 'gift_card_virtual';
