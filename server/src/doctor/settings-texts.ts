import type { Finding } from './diagnosis.ts';
import { finding } from './finding-texts.ts';

const address = 'Dirección de la tienda';
const metrics = 'Métricas';

/** Findings of the doctor about the settings alone, for the command and for the desk (OPS-04). */
export const settingsTexts = {
  openFiles: (): Finding =>
    finding(
      'openFiles',
      ['S3_ENDPOINT', 'is not https: customers’ pictures would travel in the clear.'],
      ['Archivos', 'Su dirección no es https: las fotos de clientes viajarían sin cifrar.'],
      'Pon en S3_ENDPOINT una dirección https.',
    ),
  publicFiles: (dir: string): Finding =>
    finding(
      'publicFiles',
      ['FILES_DIR', `${dir} lies in MEDIA_DIR: everybody could read customers’ pictures.`],
      ['Archivos', `${dir} está dentro de MEDIA_DIR: cualquiera podría ver las fotos de clientes.`],
      'Pon FILES_DIR fuera de MEDIA_DIR.',
    ),
  openMessaging: (): Finding =>
    finding(
      'openMessaging',
      ['MESSAGING_URL', 'is not encrypted: everybody on the network can read what is sold.'],
      ['Mensajería', 'No va cifrada: quien escuche sabe qué se vende.'],
      'Usa una dirección cifrada en MESSAGING_URL.',
    ),
  oddSponsors: (hosts: string): Finding =>
    finding(
      'oddSponsors',
      ['RMN_HOSTS', `${hosts}: names of hosts alone, without https://, port or path.`],
      ['Patrocinadores', `${hosts} no es solo el nombre de un servidor.`],
      'En RMN_HOSTS van nombres sin https://, puerto ni ruta.',
    ),
  sponsors: (hosts: string): Finding => finding('sponsors', ['RMN_HOSTS', hosts], ['Patrocinadores', hosts]),
  measuring: (container: string): Finding =>
    finding(
      'measuring',
      ['GTM_ID', `${container} measures who agrees; each shopper is asked first`],
      ['Medición', `${container} mide a quien acepta; antes se le pregunta a cada quien.`],
    ),
  publicUrl: (url: string): Finding => finding('publicUrl', ['PUBLIC_URL', url], [address, url]),
  localUrl: (url: string): Finding =>
    finding(
      'localUrl',
      ['PUBLIC_URL', `${url} is this machine: links in mails lead nowhere. Set the address shoppers use.`],
      [address, `${url} es esta máquina: los enlaces de los correos no llevan a ningún lado.`],
      'Pon en PUBLIC_URL la dirección que usan los clientes.',
    ),
  openUrl: (url: string): Finding =>
    finding(
      'openUrl',
      ['PUBLIC_URL', `${url} is not https: passwords and cards would travel in the clear.`],
      [address, `${url} no es https: contraseñas y tarjetas viajarían sin cifrar.`],
      'Usa https en PUBLIC_URL.',
    ),
  proxies: (addresses: string): Finding =>
    finding('proxies', ['TRUSTED_PROXIES', addresses], ['Proxies', addresses === 'none' ? 'Ninguno' : addresses]),
  noProxies: (): Finding =>
    finding(
      'noProxies',
      [
        'TRUSTED_PROXIES',
        'is not set: behind a proxy every shopper shares one budget of calls. Set the proxy’s address.',
      ],
      ['Proxies', 'No hay ninguno: detrás de uno, todos los clientes contarían como uno solo.'],
      'Pon la dirección del proxy en TRUSTED_PROXIES.',
    ),
  noMail: (): Finding =>
    finding(
      'noMail',
      ['SMTP_URL', 'is not set: mails are written and never sent. Nobody gets a receipt or can sign up.'],
      ['Correo', 'No hay servidor: los correos se escriben y no se envían.'],
      'Pon el servidor en SMTP_URL.',
    ),
  nobodysMail: (from: string): Finding =>
    finding(
      'nobodysMail',
      ['MAIL_FROM', `${from} is an address of nobody. Set one of the shop’s own domain.`],
      ['Remitente', `${from} no es de nadie.`],
      'Pon en MAIL_FROM una dirección del dominio de la tienda.',
    ),
  mailFrom: (from: string): Finding => finding('mailFrom', ['MAIL_FROM', from], ['Remitente', from]),
  metricsByToken: (): Finding =>
    finding(
      'metricsByToken',
      ['metrics', 'shown to callers with METRICS_TOKEN'],
      [metrics, 'Las lee quien trae METRICS_TOKEN.'],
    ),
  metricsHere: (port: number): Finding =>
    finding(
      'metricsHere',
      ['metrics', `shown on port ${port} of this machine`],
      [metrics, `Se leen en el puerto ${port} de esta máquina.`],
    ),
  metricsToAll: (place: string): Finding =>
    finding(
      'metricsToAll',
      ['metrics', `shown to everybody who reaches ${place}. Set METRICS_TOKEN.`],
      [metrics, `Las lee cualquiera que llegue a ${place}.`],
      'Pon METRICS_TOKEN.',
    ),
  metricsOfDemo: (): Finding =>
    finding('metricsOfDemo', ['metrics', 'shown to this machine'], [metrics, 'Se leen en esta máquina.']),
  noMetrics: (): Finding =>
    finding(
      'noMetrics',
      ['metrics', 'shown to nobody: nobody learns what the guard finds. Set OPERATIONS_PORT or METRICS_TOKEN.'],
      [metrics, 'Nadie las lee: nadie se entera de lo que encuentra la vigilancia.'],
      'Pon OPERATIONS_PORT o METRICS_TOKEN.',
    ),
  looseRates: (factor: number): Finding =>
    finding(
      'looseRates',
      ['RATE_LIMIT_FACTOR', `${factor} lets guesses and floods through. 1 is what the budgets are made for.`],
      ['Límites de llamadas', `${factor} deja pasar adivinanzas y avalanchas.`],
      'Pon RATE_LIMIT_FACTOR en 1.',
    ),
  rates: (factor: number): Finding =>
    finding('rates', ['RATE_LIMIT_FACTOR', String(factor)], ['Límites de llamadas', `Factor ${factor}`]),
  noSecretsKey: (): Finding =>
    finding(
      'noSecretsKey',
      [
        'SECRETS_KEY',
        'is not set: nobody of the staff can enrol their second factor, no webhook is signed. `openssl rand -base64 32` makes one.',
      ],
      ['Llave de secretos', 'Falta: nadie del personal puede registrar su segundo factor, ni se firma ningún webhook.'],
      'Pon en SECRETS_KEY lo que da `openssl rand -base64 32`, y guárdalo también en papel.',
    ),
  demoMode: (): Finding =>
    finding(
      'demoMode',
      ['demo mode', 'is on: anybody can read the mailbox page and the demo accounts’ password. Not for a real shop.'],
      ['Modo de demostración', 'Está encendido: cualquiera lee el buzón y la contraseña de las cuentas.'],
      'Apágalo (DEMO=false) antes de abrir una tienda de verdad.',
    ),
  realMode: (isEmbedded: boolean): Finding =>
    finding(
      'realMode',
      ['demo mode', isEmbedded ? 'is off, with the embedded database' : 'is off'],
      ['Modo de demostración', isEmbedded ? 'Está apagado, con la base de datos incluida.' : 'Está apagado.'],
    ),
  // So far there is one such warning, about an acquirer used at its test address.
  acquirerWarning: (warning: string): Finding =>
    finding(
      'acquirerWarning',
      ['settings', warning],
      ['Banco', 'Se usa su dirección de pruebas: no se cobra ninguna tarjeta.'],
      'Pon la dirección de producción del banco.',
    ),
} as const;
