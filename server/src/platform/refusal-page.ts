import { standaloneHeaders, standalonePage } from './standalone-page.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'No entendimos esta dirección',
  404: 'Página no encontrada',
  429: 'Vas muy rápido',
  503: 'Estamos atendiendo a muchas personas',
};

/** Sent with every refusal page. */
export const refusalPageHeaders = standaloneHeaders(false);

/**
 * A refusal to a person who goes to a page. It stands for itself, as what would render it may be what has no time.
 *
 * @param status HTTP status, 400 to 599
 * @param message Spanish, as in the error body
 */
export const refusalPage = (status: number, message: string): string =>
  standalonePage({
    title: titles[status] ?? 'Algo salió mal',
    text: message,
    action: { label: 'Ir al inicio', href: '/' },
  });
