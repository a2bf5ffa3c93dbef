import type { Finding } from './diagnosis.ts';
import { finding } from './finding-texts.ts';

const files = 'Archivos';
const pictures = 'Imágenes';
const copies = 'Lugar de las copias';
const certificate = 'Certificado';
/** The builds that must exist before a process starts. */
const rooms = { storefront: 'Tienda en línea', desk: 'Página del escritorio' } as const;
const replica = 'Réplica';

/** Findings of the doctor about the shop's services, for the command and for the desk (OPS-04). */
export const outsideTexts = {
  bucket: (endpoint: string): Finding =>
    finding('bucket', ['S3_ENDPOINT', `${endpoint} knows the shop`], [files, `${endpoint} conoce la tienda.`]),
  bucketAway: (endpoint: string): Finding =>
    finding(
      'bucketAway',
      ['S3_ENDPOINT', `${endpoint} does not answer, or refuses the shop’s keys: no return can bring pictures.`],
      [files, `${endpoint} no responde, o rechaza las llaves: ninguna devolución puede traer fotos.`],
      'Revisa S3_ENDPOINT y sus llaves.',
    ),
  filesDir: (dir: string): Finding => finding('filesDir', ['FILES_DIR', dir], [files, dir]),
  filesUnwritable: (dir: string): Finding =>
    finding(
      'filesUnwritable',
      ['FILES_DIR', `${dir} cannot be written, or its folder is not there yet: the first start makes it`],
      [files, `No se puede escribir en ${dir}, o su carpeta todavía no existe.`],
      'El primer inicio la crea; si no, revisa sus permisos.',
    ),
  copiesUnwritable: (dir: string): Finding =>
    finding(
      'copiesUnwritable',
      ['BACKUP_TO', `${dir} cannot be written, or its folder is not there (ReadWritePaths=, a disk not mounted)`],
      [copies, `No se puede escribir en ${dir}, o su carpeta no existe.`],
      'Revisa ReadWritePaths= y que el disco esté montado.',
    ),
  copiesOfAnother: (dir: string): Finding =>
    finding(
      'copiesOfAnother',
      ['BACKUP_TO', `${dir} cannot be written: chown it to the user that the worker runs as`],
      [copies, `No se puede escribir en ${dir}.`],
      'Hazla del usuario con el que corren los trabajos (chown).',
    ),
  copiesDir: (dir: string): Finding => finding('copiesDir', ['BACKUP_TO', dir], [copies, dir]),
  messaging: (): Finding => finding('messaging', ['MESSAGING_URL', 'is reached'], ['Mensajería', 'Responde.']),
  messagingAway: (fault: string): Finding =>
    finding(
      'messagingAway',
      ['MESSAGING_URL', `${fault}: messages would wait for it, and be tried for 90 days.`],
      ['Mensajería', `No se llega a ella (${fault}): los mensajes esperan hasta 90 días.`],
      'Revisa MESSAGING_URL.',
    ),
  bank: (variable: string, url: string): Finding =>
    finding('bank', [variable, `${url} knows the shop`], ['Banco', `${url} conoce la tienda.`]),
  bankAway: (variable: string, url: string): Finding =>
    finding(
      'bankAway',
      [variable, `${url} does not list the shop’s charges: it cannot be reached, or refuses the shop’s key.`],
      ['Banco', `${url} no muestra los cobros de la tienda: no responde, o rechaza su llave.`],
      `Revisa ${variable} y la llave; luego llama al banco.`,
    ),
  sandboxTrial: (url: string): Finding =>
    finding(
      'sandboxTrial',
      [
        'BANK_URL',
        `${url} is the sandbox bank: test cards are approved and no money moves. PUBLIC_URL is local: a trial.`,
      ],
      ['Banco', `${url} es el banco de pruebas: aprueba tarjetas de prueba y no mueve dinero.`],
      'Está bien para probar en esta máquina. Antes de abrir, pon el banco de verdad en BANK_URL.',
    ),
  sandboxInPublic: (url: string): Finding =>
    finding(
      'sandboxInPublic',
      ['BANK_URL', `${url} is the sandbox bank: anybody buys with a test card, and no money moves. Set the real bank.`],
      ['Banco', `${url} es el banco de pruebas: cualquiera compra con una tarjeta de prueba y no entra dinero.`],
      'Pon el banco de verdad en BANK_URL y BANK_KEY.',
    ),
  taxRegistry: (): Finding => finding('taxRegistry', ['tax registry', 'answers'], ['Registro de NIT', 'Responde.']),
  taxRegistryAway: (): Finding =>
    finding(
      'taxRegistryAway',
      ['tax registry', 'does not answer: buyers type their name themselves'],
      ['Registro de NIT', 'No responde: quien compra escribe su nombre.'],
      'Espera, o llama a quien lo ofrece.',
    ),
  mail: (): Finding =>
    finding('mail', ['SMTP_URL', 'takes the shop’s mails'], ['Correo', 'El servidor recibe los correos.']),
  mailAway: (reason: string): Finding =>
    finding(
      'mailAway',
      ['SMTP_URL', reason],
      ['Correo', `El servidor no recibe los correos: ${reason}`],
      'Revisa SMTP_URL; los correos esperan y se intentan de nuevo.',
    ),
  captchaAway: (url: string): Finding =>
    finding(
      'captchaAway',
      ['RECAPTCHA_URL', `${url} does not answer as it should`],
      ['Captcha', `${url} no responde como debe.`],
      'Revisa RECAPTCHA_URL.',
    ),
  captchaUnknown: (): Finding =>
    finding(
      'captchaUnknown',
      ['RECAPTCHA_SECRET', 'is not known to the service'],
      ['Captcha', 'El servicio no conoce la llave de la tienda.'],
      'Revisa RECAPTCHA_SECRET.',
    ),
  captcha: (): Finding =>
    finding(
      'captcha',
      ['RECAPTCHA_SECRET', 'is known to the service'],
      ['Captcha', 'El servicio conoce la llave de la tienda.'],
    ),
  replica: (): Finding => finding('replica', ['DATABASE_REPLICA_URL', 'is a standby'], [replica, 'Es una réplica.']),
  noReplica: (): Finding =>
    finding(
      'noReplica',
      ['DATABASE_REPLICA_URL', 'is no standby just now: the primary reads alone'],
      [replica, 'Ahora no es una réplica: lee solo el primario.'],
      'Revisa quién es el primario.',
    ),
  replicaAway: (): Finding =>
    finding(
      'replicaAway',
      ['DATABASE_REPLICA_URL', 'does not answer: the primary reads alone'],
      [replica, 'No responde: lee solo el primario.'],
      'Revisa la réplica.',
    ),
  smallDisk: (dir: string): Finding =>
    finding(
      'smallDisk',
      ['MEDIA_DIR', `${dir} has less than 1 GB left`],
      ['Disco', `A ${dir} le queda menos de 1 GB.`],
      'Libera espacio, o usa un disco más grande.',
    ),
  disk: (dir: string, gigabytes: number): Finding =>
    finding('disk', ['MEDIA_DIR', dir], ['Disco', `${gigabytes} GB libres en ${dir}`]),
  mediaUnwritable: (dir: string): Finding =>
    finding(
      'mediaUnwritable',
      ['MEDIA_DIR', `${dir} cannot be written, or is not there yet: the first import makes it`],
      [pictures, `No se puede escribir en ${dir}, o todavía no existe.`],
      'La primera importación la crea; si no, revisa sus permisos.',
    ),
  built: (room: keyof typeof rooms): Finding =>
    finding(`built-${room}`, [room, 'is built'], [rooms[room], 'Está construida.']),
  notBuilt: (room: keyof typeof rooms): Finding =>
    finding(
      `notBuilt-${room}`,
      [room, `is not built: \`npm start\` builds it, or \`npm run build -w ${room}\`.`],
      [rooms[room], 'No está construida.'],
      `Escribe \`npm run build -w ${room}\`.`,
    ),
  certificateEnded: (url: string, day: string): Finding =>
    finding(
      'certificateEnded',
      ['certificate', `of ${url} ended on ${day}: browsers turn shoppers away. Renew it.`],
      [certificate, `El de ${url} terminó el ${day}: los navegadores rechazan la tienda.`],
      'Renuévalo ya.',
    ),
  certificateEnds: (url: string, day: string): Finding =>
    finding(
      'certificateEnds',
      ['certificate', `of ${url} ends on ${day}: nobody seems to renew it.`],
      [certificate, `El de ${url} termina el ${day}, y nadie lo renueva.`],
      'Renuévalo.',
    ),
  certificate: (day: string): Finding =>
    finding('certificate', ['certificate', `holds until ${day}`], [certificate, `Vale hasta el ${day}.`]),
  certificateUnread: (url: string): Finding =>
    finding(
      'certificateUnread',
      ['certificate', `of ${url} could not be read: the address does not answer from here.`],
      [certificate, `El de ${url} no se pudo leer: la dirección no responde desde aquí.`],
      'Ábrela desde fuera de esta máquina.',
    ),
} as const;
