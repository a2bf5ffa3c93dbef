/** The form that holds card and billing; the buttons stand outside of it. */
export const paymentFormId = 'pago';
