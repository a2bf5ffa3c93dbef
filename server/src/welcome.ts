import type { Config } from './platform/config.ts';

/** What `npm start` prints when the shop is open. */
export const welcome = (url: string, config: Config): string => {
  const address = url.replace('127.0.0.1', 'localhost');
  const lines = [
    '',
    `  Ceiba is open: ${address}`,
    `  API reference  ${address}/docs`,
    ...(config.isDemo ? [`  Demo mailbox   ${address}/demo/correo`] : []),
  ];
  if (config.isDemo) {
    lines.push(
      '',
      '  Demo cards (any future expiry, any name):',
      '    4242 4242 4242 4242   approved, 6 to 48 cuotas, 10% bank discount   CVV 123',
      '    4111 1111 1111 1111   approved, 6 to 48 cuotas                      CVV 123',
      '    5555 5555 5555 4444   approved, 6 to 36 cuotas                      CVV 123',
      '    3782 822463 10005     approved, no cuotas                           CVV 1234',
      '    4000 0000 0000 0002   declined                                      CVV 123',
      '  Demo billing: NIT 576937-K (Comercial La Aurora, S.A.), DPI 1234567890101 (María López)',
    );
  }
  return `${lines.join('\n')}\n`;
};
