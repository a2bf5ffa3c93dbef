import { z } from 'zod';

/**
 * Every refusal of the API and the HTTP status it travels with (DEC-02, DEC-117 to DEC-132, DEC-167 to DEC-174).
 * The one table from code to status: an endpoint lists the codes it may answer, the server sends this status.
 */
export const errorStatus = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  FEATURE_DISABLED: 403,
  CAPTCHA_FAILED: 403,
  ORIGIN_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  UNEXPECTED: 500,
  UPSTREAM_UNAVAILABLE: 502,
  NOT_READY: 503,

  PRODUCT_NOT_FOUND: 404,
  SELLER_NOT_FOUND: 404,
  STORE_NOT_FOUND: 404,
  PRODUCT_WITHOUT_PRICE: 409,
  PRODUCT_IN_STOCK: 409,

  CART_NOT_FOUND: 404,
  CART_LINE_NOT_FOUND: 404,
  CART_CLOSED: 409,
  CART_LINE_LIMIT: 400,
  CART_QUANTITY_LIMIT: 400,
  SELLER_OFFER_REQUIRED: 400,
  WARRANTY_NOT_AVAILABLE: 400,
  GIFT_CARD_DATA_REQUIRED: 400,
  DONATION_NOT_ALLOWED: 400,

  COUPON_NOT_FOUND: 404,
  COUPON_ALREADY_APPLIED: 409,
  COUPON_NOT_STARTED: 400,
  COUPON_EXPIRED: 400,
  COUPON_LIMIT_REACHED: 400,
  COUPON_CUSTOMER_LIMIT_REACHED: 400,
  COUPON_BELOW_MINIMUM: 400,
  COUPON_NOT_APPLICABLE: 400,

  POINTS_PROGRAM_NOT_ALLOWED: 403,
  POINTS_ACCOUNT_NOT_FOUND: 404,
  POINTS_NOT_ENOUGH: 400,
  CERTIFICATE_NOT_VALID: 400,
  CERTIFICATE_EXPIRED: 400,
  CERTIFICATE_ABOVE_TOTAL: 400,

  NO_PRODUCTS: 400,
  OUT_OF_STOCK: 409,
  QUANTITY_GREATER_THAN_STOCK: 409,
  PRODUCT_ON_SALE_IN_CART: 409,
  EMAIL_REQUIRED: 400,
  SHIPPING_METHOD_REQUIRED: 400,
  STORE_REQUIRED: 400,
  BILLING_ADDRESS_REQUIRED: 400,
  REQUIRED_NIT_MAX_AMOUNT: 400,
  PAYMENT_METHOD_REQUIRED: 400,
  SHIPPING_ADDRESS_REQUIRED: 400,
  SHIPPING_METHOD_NOT_ALLOWED: 400,

  TAXPAYER_INVALID: 400,
  TAXPAYER_NOT_FOUND: 404,
  BIN_INVALID: 400,

  ORDER_IN_PROGRESS: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  PAY_DECLINED: 400,
  PAY_INSUFFICIENT_FUNDS: 400,
  PAY_EXPIRED_CARD: 400,
  PAY_INVALID_CARD: 400,
  PAY_INVALID_CVV: 400,
  PAY_LIMIT_EXCEEDED: 400,
  PAY_FRAUD_REVIEW: 400,
  PAY_PLAN_NOT_ALLOWED: 400,
  PAY_METHOD_NOT_ALLOWED: 400,
  PAY_TOKEN_INVALID: 400,
  PAY_OTP_INVALID: 400,
  PAY_POINTS_UNAVAILABLE: 409,
  PAY_AMOUNT_MISMATCH: 409,
  PAY_DUPLICATED: 409,
  PAY_TIMEOUT: 502,
  PAY_PROCESSOR_ERROR: 502,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Codes any call may answer; endpoints do not repeat them (DEC-168). */
export const platformErrors = [
  'VALIDATION_ERROR',
  'ORIGIN_NOT_ALLOWED',
  'FEATURE_DISABLED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'UNEXPECTED',
  'NOT_READY',
] as const satisfies readonly ErrorCode[];

/** The body of every refusal (DEC-01). `metadata.mgtoCode` equals `code`; `fields` names what failed validation. */
export const errorBody = z.object({
  status: z.int(),
  message: z.string(),
  error: z.object({
    code: z.string(),
    message: z.string(),
    metadata: z.looseObject({
      mgtoCode: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
      orderNumber: z.string().optional(),
      requestId: z.string().optional(),
    }),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
