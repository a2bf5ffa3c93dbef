import type { StandalonePage } from '../platform/standalone-page.ts';

/** Field of the button that takes a stop back. */
export const resumeField = 'notices';

const inAccount =
  'Los avisos que detuviste los ves en tu cuenta, en tu lista de deseos: ahí, con tu correo confirmado, puedes pedirlos de nuevo.';

/** What `/unsubscribe/{token}` says; the field of its button is what RFC 8058 has mail programs post. */
export const unsubscribePages = {
  asking: {
    title: '¿Dejar de recibir avisos?',
    text: 'Ya no te escribiremos cuando vuelvan los productos que esperas. Los correos de tus pedidos y de tu cuenta te llegan igual.',
    action: { label: 'Dejar de recibir avisos', field: 'List-Unsubscribe', value: 'One-Click' },
  },
  resumed: {
    title: 'Recibirás tus avisos de nuevo',
    text: 'Te escribiremos cuando vuelvan los productos de los avisos que acababas de detener. Los que detuviste antes los ves en tu cuenta, en tu lista de deseos.',
    action: { label: 'Ir al inicio', href: '/' },
  },
  late: {
    title: 'Este botón ya no sirve',
    text: `Vale durante una hora. ${inAccount}`,
    action: { label: 'Ir al inicio', href: '/' },
  },
  kept: {
    title: 'Tus avisos siguen detenidos',
    text: `Los detuviste hace más de una hora, y este botón devuelve solo lo de la última. ${inAccount}`,
    action: { label: 'Ir al inicio', href: '/' },
  },
  invalid: {
    title: 'Este enlace ya no es válido',
    text: 'Cambió el correo de la cuenta o la cuenta se cerró. Lo que esperas lo ves en tu cuenta, en tu lista de deseos.',
    action: { label: 'Ir al inicio', href: '/' },
  },
} as const satisfies Record<string, StandalonePage>;

/** Says that they are stopped; its button posts what takes that back. */
export const stoppedPage = (resume: string): StandalonePage => ({
  title: 'Ya no recibirás estos avisos',
  text: 'Tampoco los que ya esperabas. Con tu correo confirmado, si pides un aviso nuevo, ese sí te llega.',
  action: { label: 'Volver a recibir avisos', field: resumeField, value: resume },
});
