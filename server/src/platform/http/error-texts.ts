import type { ErrorCode } from '@ceiba/contract/errors';
import { addressLimit } from '@ceiba/domain/addresses/address';
import { advisorTexts } from '@ceiba/domain/advisors/advisor-texts';
import { authTexts } from '@ceiba/domain/auth/auth-texts';
import { cartCodeTexts } from '@ceiba/domain/cart-codes/cart-code';
import { lineLimit, quantityLimit } from '@ceiba/domain/carts/cart-limits';
import { cartAlertTexts } from '@ceiba/domain/carts/line-removal';
import { readinessMessages } from '@ceiba/domain/carts/readiness';
import { addFailureTexts } from '@ceiba/domain/catalog/add-button';
import { alreadyAppliedMessage } from '@ceiba/domain/coupons/coupon';
import { giftCardTexts } from '@ceiba/domain/gift-cards/gift-card-payment';
import { loyaltyTexts } from '@ceiba/domain/loyalty/document';
import { passkeyTexts } from '@ceiba/domain/passkeys/passkey';
import { type PayErrorCode, payErrors } from '@ceiba/domain/payments/payment-errors';
import { returnImageTypeText, returnNotDeliveredText } from '@ceiba/domain/returns/return-window';
import { wishlistLimit } from '@ceiba/domain/wishlists/wishlist';

type FixedReadinessCode = keyof typeof readinessMessages;
type PlainCode = Exclude<ErrorCode, PayErrorCode | FixedReadinessCode>;

/** Spanish messages of refusals that are missing in the domain's catalogue of payment errors. */
const texts: Record<PlainCode, string> = {
  VALIDATION_ERROR: 'Revisa los datos enviados.',
  ORDER_NOT_FOUND: 'No encontramos un pedido con esos datos.',
  SHIPMENT_NOT_MOVABLE: 'Este envío no puede avanzar.',
  RETURN_NOT_ALLOWED: 'Este producto no se devuelve.',
  RETURN_NOT_DELIVERED: returnNotDeliveredText,
  RETURN_TOO_LATE: 'El plazo para devolverlo terminó.',
  RETURN_QUANTITY: 'No puedes devolver tantas unidades.',
  RETURN_IMAGE_INVALID: returnImageTypeText,
  UPLOAD_TOO_SLOW: 'Tu solicitud llega demasiado despacio. Intenta con menos fotos o con una mejor conexión.',
  UNAUTHORIZED: 'Inicia sesión para continuar.',
  WRONG_CREDENTIALS: authTexts.wrongCredentials,
  WRONG_PASSWORD: authTexts.wrongPassword,
  EMAIL_TAKEN: authTexts.emailTaken,
  PASSKEY_INVALID: passkeyTexts.invalid,
  PASSKEY_LIMIT: passkeyTexts.limit,
  PASSKEY_NOT_FOUND: passkeyTexts.notFound,
  SIGN_IN_LOCKED: authTexts.locked,
  LINK_NOT_FOUND: authTexts.linkNotFound,
  FORBIDDEN: 'No tienes permiso para hacer esto.',
  FEATURE_DISABLED: 'Esta función no está disponible.',
  CAPTCHA_FAILED: 'No pudimos verificar que no eres un robot. Intenta de nuevo.',
  SECOND_FACTOR_INVALID: 'El código no es válido.',
  REAUTHENTICATION_REQUIRED: 'Ingresa un código de verificación para continuar.',
  SCAN_UNKNOWN: 'No conocemos este código.',
  SCAN_WRONG: 'Este no es el producto que se busca.',
  VERSION_CONFLICT: 'Alguien más cambió este registro.',
  TRANSITION_NOT_ALLOWED: 'Este paso no es posible ahora.',
  APPROVAL_REQUIRED: 'Otra persona debe aprobarlo.',
  LAST_OWNER: 'La tienda necesita al menos una dueña.',
  ORDER_EXPIRED: 'El plazo para pagar esta orden terminó.',
  REFUND_EXCEEDS_CAPTURED: 'No queda tanto por devolver de esta orden.',
  TILL_CLOSED: 'La caja está cerrada.',
  RECEIPT_USED: 'Este comprobante ya pagó otra orden.',
  IN_USE: 'Se usa en otro lugar.',
  PRODUCT_NOT_READY: 'Al producto le falta algo para estar a la venta.',
  PICTURE_INVALID: 'La foto no se puede usar. Sirven JPG, PNG y WebP de hasta 15 MB.',
  PICTURE_LIMIT: 'El producto ya tiene todas las fotos que caben.',
  OVERLAPPING_PERIOD: 'Se cruza con otra fecha planeada.',
  IMPORT_NOT_CHECKED: 'Este archivo no está listo para aplicarse.',
  IMPORT_INVALID: 'El archivo tiene errores: nada cambió.',
  IMPORT_CONFLICT: 'Alguien más cambió algo de este archivo después de revisarlo: nada cambió. Súbelo de nuevo.',
  IMPORT_ALREADY_APPLIED: 'Este mismo archivo ya se aplicó en las últimas 24 horas.',
  STOCK_WOULD_BE_NEGATIVE: 'En ese lugar no hay tantas unidades para quitar.',
  TOKEN_SCOPE: 'La llave no permite esta operación.',
  ORIGIN_NOT_ALLOWED: 'La solicitud viene de un sitio no permitido.',
  NOT_FOUND: 'No encontramos lo que buscas.',
  METHOD_NOT_ALLOWED: 'Esta operación no está permitida.',
  PAYLOAD_TOO_LARGE: 'La solicitud es demasiado grande.',
  UNSUPPORTED_MEDIA_TYPE: 'El formato de la solicitud no es válido.',
  RATE_LIMITED: 'Has hecho demasiadas solicitudes. Espera un momento e intenta de nuevo.',
  UNEXPECTED: 'Ocurrió un error inesperado. Por favor intenta de nuevo o contacta a soporte.',
  UPSTREAM_UNAVAILABLE: 'El servicio no responde en este momento. Intenta de nuevo más tarde.',
  MAINTENANCE: 'Estamos mejorando la tienda. Vuelve en unos minutos: tu carrito sigue ahí.',
  READ_ONLY: 'Estamos mejorando la tienda: puedes ver los productos, y en unos minutos también comprar.',
  NOT_READY: 'La tienda no está lista. Intenta de nuevo en unos segundos.',
  PRODUCT_IN_STOCK: 'Este producto está disponible: puedes comprarlo ahora.',
  RESTOCK_STOPPED: 'Estos avisos se detuvieron desde tu correo. Confirma tu correo para pedirlos de nuevo.',
  PRODUCT_NOT_FOUND: 'No encontramos este producto.',
  SELLER_NOT_FOUND: 'No encontramos a este vendedor.',
  STORE_NOT_FOUND: 'No encontramos esta tienda.',
  PRODUCT_WITHOUT_PRICE: 'Este producto no tiene precio disponible.',
  CART_NOT_FOUND: cartAlertTexts.cartMessage,
  CART_LINE_NOT_FOUND: 'Este producto ya no está en tu carrito.',
  CART_CLOSED: 'Este carrito ya fue ordenado.',
  WISHLIST_NOT_FOUND: 'No encontramos esta lista de deseos.',
  WISHLIST_FULL: `Tu lista de deseos puede tener hasta ${wishlistLimit} productos.`,
  WISHLIST_NOT_ALLOWED: 'Este producto no se puede guardar en tu lista de deseos.',
  WISHLIST_NOT_MOVED: 'No pudimos agregar estos productos a tu carrito.',
  ADDRESS_NOT_FOUND: 'Esta dirección ya no está en tu cuenta.',
  ADDRESS_LIMIT: `Puedes guardar hasta ${addressLimit} direcciones.`,
  CART_LINE_LIMIT: `Tu carrito puede tener hasta ${lineLimit} productos diferentes.`,
  CART_QUANTITY_LIMIT: `Puedes llevar hasta ${quantityLimit} unidades de cada producto.`,
  SELLER_OFFER_REQUIRED: addFailureTexts.offerMissing,
  WARRANTY_NOT_AVAILABLE: 'Esta garantía no está disponible para el producto.',
  GIFT_CARD_DATA_REQUIRED: 'Completa los datos de quien recibe la tarjeta de regalo.',
  DONATION_NOT_ALLOWED: 'Tu carrito no puede llevar una donación.',
  ADVISOR_NOT_FOUND: 'No encontramos a este asesor.',
  ADVISOR_ENDED: 'Este asesor ya no atiende.',
  ADVISOR_REQUIRED: 'Este carrito no tiene un asesor.',
  PAYMENT_LINK_NOT_FOUND: advisorTexts.linkGone,
  PAYMENT_LINK_USED: advisorTexts.linkGone,
  COUPON_NOT_FOUND: 'No encontramos este cupón.',
  // The message is English, as documented (DEC-01): the storefront recognizes this case by the message's beginning (CUP-09).
  COUPON_ALREADY_APPLIED: alreadyAppliedMessage,
  COUPON_NOT_STARTED: 'Este cupón todavía no está vigente.',
  COUPON_EXPIRED: 'Este cupón ya venció.',
  COUPON_LIMIT_REACHED: 'Este cupón ya se usó todas las veces disponibles.',
  COUPON_CUSTOMER_LIMIT_REACHED: 'Ya usaste este cupón las veces permitidas.',
  COUPON_BELOW_MINIMUM: 'Tu compra no llega al mínimo de este cupón.',
  COUPON_NOT_APPLICABLE: 'Este cupón no aplica a los productos de tu carrito.',
  GIFT_CARD_NOT_FOUND: giftCardTexts.notFound,
  CODE_NOT_FOUND: cartCodeTexts.notFound,
  LOYALTY_MEMBER_EXISTS: loyaltyTexts.exists,
  LOYALTY_MEMBER_NOT_FOUND: loyaltyTexts.unknown,
  POINTS_PROGRAM_NOT_ALLOWED: 'Este programa de puntos no está disponible para tu carrito.',
  POINTS_ACCOUNT_NOT_FOUND: 'No encontramos una cuenta de puntos con estos datos.',
  POINTS_NOT_ENOUGH: 'El programa no pudo apartar los puntos de este certificado.',
  CERTIFICATE_NOT_VALID: 'Este certificado no es válido. Consulta tus puntos de nuevo.',
  CERTIFICATE_EXPIRED: 'Este certificado ya venció. Consulta tus puntos de nuevo.',
  CERTIFICATE_ABOVE_TOTAL: 'Tu compra es menor que este certificado.',
  SHIPPING_ADDRESS_REQUIRED: 'El carrito debe tener una dirección de envío',
  SHIPPING_METHOD_NOT_ALLOWED: 'Este método de envío no está disponible para tu carrito.',
  TAXPAYER_INVALID: 'El número ingresado no es válido.',
  TAXPAYER_NOT_FOUND: 'No encontramos ese número en el registro.',
  SAVED_CARD_NOT_FOUND: 'No encontramos esta tarjeta guardada.',
  BIN_INVALID: 'Por favor verifique el número de su tarjeta',
  // The rule that refuses returns the full sentence with its amount, because the amount is shop policy.
  REQUIRED_NIT_MAX_AMOUNT: 'El NIT es requerido para esta compra.',
  ORDER_IN_PROGRESS: 'Tu pedido se está procesando. Espera un momento.',
  IDEMPOTENCY_KEY_REUSED: 'Esta solicitud ya fue usada con otros datos.',
};

const isPlain = (code: ErrorCode): code is PlainCode => Object.hasOwn(texts, code);

const isReadiness = (code: ErrorCode): code is FixedReadinessCode => Object.hasOwn(readinessMessages, code);

/** Returns the default message of a refusal (DEC-135: equal to the default texts of the ERR table). */
export const textOfError = (code: ErrorCode): string => {
  if (isPlain(code)) return texts[code];
  return isReadiness(code) ? readinessMessages[code] : payErrors[code].message;
};
