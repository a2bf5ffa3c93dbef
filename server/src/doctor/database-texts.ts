import { pooledText } from '../platform/db/pooler.ts';
import type { Finding } from './diagnosis.ts';
import { counted, finding } from './finding-texts.ts';

const base = 'Base de datos';
const manual = 'docs/operations.md';

/** Findings of the doctor about the database and its contents, for the command and for the desk (OPS-04). */
export const databaseTexts = {
  silent: (reason: string): Finding =>
    finding(
      'databaseSilent',
      ['database', `does not answer: ${reason}. See DATABASE_URL.`],
      [base, `No responde: ${reason}`],
      'Revisa DATABASE_URL y que PostgreSQL esté en marcha.',
    ),
  version: (name: string): Finding => finding('databaseVersion', ['database', name], [base, name]),
  old: (name: string): Finding =>
    finding(
      'databaseOld',
      ['database', `${name} is too old: 15 or newer.`],
      [base, `${name} es demasiado antigua.`],
      'Instala PostgreSQL 15 o una más nueva.',
    ),
  encoding: (encoding: string): Finding =>
    finding(
      'databaseEncoding',
      ['database', `holds ${encoding}. Make it with UTF8.`],
      [base, `Guarda los textos en ${encoding}.`],
      'Créala de nuevo con UTF8.',
    ),
  pooled: (): Finding =>
    finding(
      'databasePooled',
      ['DATABASE_URL', pooledText],
      [
        base,
        'Su dirección pasa por un pooler en modo transacción, que pierde avisos, bloqueos y ajustes de la sesión.',
      ],
      'Usa pool_mode = session, o la dirección de PostgreSQL mismo.',
    ),
  standby: (): Finding =>
    finding(
      'databaseStandby',
      ['DATABASE_URL', 'is a standby, which takes no orders. Set the primary’s.'],
      [base, 'Su dirección es la de una réplica, que no recibe pedidos.'],
      'Pon en DATABASE_URL la dirección del primario.',
    ),
  notOwned: (): Finding =>
    finding(
      'databaseNotOwned',
      ['database', 'this user may not create in it, as migrations must. Own it.'],
      [base, 'Su usuario no puede crear tablas, como lo piden las migraciones.'],
      'Haz al usuario dueño de la base de datos.',
    ),
  fsyncOff: (): Finding =>
    finding(
      'fsyncOff',
      ['fsync', 'is off: orders that were confirmed can be lost. Set it on.'],
      ['Durabilidad', 'fsync está apagado: se pueden perder pedidos confirmados.'],
      'Enciende fsync.',
    ),
  commitOff: (): Finding =>
    finding(
      'commitOff',
      ['synchronous_commit', 'is off: confirmed orders can be lost, and pages show what was before. Set it on.'],
      ['Durabilidad', 'synchronous_commit está apagado: se pueden perder pedidos confirmados.'],
      'Enciende synchronous_commit.',
    ),
  durable: (commit: string): Finding =>
    finding(
      'durable',
      ['durability', `fsync on, synchronous_commit ${commit}`],
      ['Durabilidad', 'Lo confirmado queda en el disco.'],
    ),
  replicaAwaited: (): Finding =>
    finding(
      'replicaAwaited',
      ['replica', 'commits wait until it shows them'],
      ['Réplica', 'Cada cambio espera a que la réplica lo muestre.'],
    ),
  replicaStale: (): Finding =>
    finding(
      'replicaStale',
      ['replica', 'would show old prices: set synchronous_commit = remote_apply and synchronous_standby_names.'],
      ['Réplica', 'Podría mostrar precios anteriores.'],
      'Pon synchronous_commit = remote_apply y synchronous_standby_names en el primario.',
    ),
  connections: (wanted: number, most: number): Finding =>
    finding(
      'connections',
      ['connections', `one process wants up to ${wanted} of ${most}`],
      ['Conexiones', `Un proceso usa hasta ${wanted} de ${most}.`],
    ),
  fewConnections: (wanted: number, most: number): Finding =>
    finding(
      'fewConnections',
      ['connections', `one process wants up to ${wanted}, the server gives ${most}. Raise max_connections.`],
      ['Conexiones', `Un proceso usa hasta ${wanted} y el servidor da ${most}.`],
      'Sube max_connections.',
    ),
  clocksDiffer: (seconds: number): Finding =>
    finding(
      'clocksDiffer',
      ['clocks', `the database’s and this machine’s differ by ${seconds} s. Use NTP on both.`],
      ['Relojes', `El de la base de datos y el de esta máquina difieren ${seconds} s.`],
      'Usa NTP en las dos máquinas.',
    ),
  clocks: (): Finding =>
    finding(
      'clocks',
      ['clocks', 'the database’s and this machine’s agree'],
      ['Relojes', 'El de la base de datos y el de esta máquina coinciden.'],
    ),
  formerDatabase: (text: string): Finding =>
    finding(
      'formerDatabase',
      ['migrations', text],
      ['Migraciones', 'La base de datos es de una versión anterior, cuyas tablas esta no puede usar.'],
      'Empieza de nuevo con una base de datos vacía.',
    ),
  missingMigrations: (count: number): Finding =>
    finding(
      'missingMigrations',
      ['migrations', `${count} are still to be applied: \`ceiba migrate\` does it, as every start.`],
      ['Migraciones', `Faltan ${count}.`],
      'Escribe `ceiba migrate`, o inicia de nuevo un proceso.',
    ),
  migrated: (): Finding =>
    finding('migrated', ['migrations', 'all are applied'], ['Migraciones', 'Todas están aplicadas.']),
  policyUnfit: (message: string): Finding =>
    finding(
      'policyUnfit',
      ['policy', message],
      ['Ajustes', `No se pueden usar: ${message}`],
      'Corrige el ajuste con `ceiba policy set`.',
    ),
  policyFit: (): Finding => finding('policyFit', ['policy', 'can be used'], ['Ajustes', 'Se pueden usar.']),
  noProducts: (): Finding =>
    finding(
      'noProducts',
      ['catalogue', 'has no published product'],
      ['Catálogo', 'No tiene productos publicados.'],
      'Importa o publica productos.',
    ),
  products: (count: number): Finding =>
    finding('products', ['catalogue', `${count} products`], ['Catálogo', counted(count, 'producto', 'productos')]),
  noStores: (): Finding =>
    finding(
      'noStores',
      ['stores', 'there are none: nobody can pick up'],
      ['Tiendas', 'No hay ninguna: nadie puede recoger.'],
      'Agrega las tiendas.',
    ),
  stores: (count: number): Finding => finding('stores', ['stores', String(count)], ['Tiendas', String(count)]),
  legalTexts: (): Finding => finding('legalTexts', ['legal texts', 'are there'], ['Textos legales', 'Están escritos.']),
  missingLegalTexts: (paths: readonly string[]): Finding =>
    finding(
      'missingLegalTexts',
      ['legal texts', `${paths.join(' and ')} lead nowhere: see "Legal texts" in ${manual}`],
      ['Textos legales', `${paths.join(' y ')} no llevan a ninguna página.`],
      'Escríbelos en Contenido, Páginas, o con `ceiba page set`.',
    ),
  noWorker: (): Finding =>
    finding(
      'noWorker',
      ['worker', 'none has said within a minute that it lives: no mail leaves. Start `ceiba worker` (or `start`).'],
      ['Trabajos', 'Ningún proceso los hace desde hace un minuto: no sale ningún correo.'],
      'Inicia `ceiba worker`.',
    ),
  workers: (count: number): Finding =>
    finding(
      'workers',
      ['worker', `${count} at work`],
      ['Trabajos', `Los ${count === 1 ? 'hace 1 proceso' : `hacen ${count} procesos`}.`],
    ),
  demoAccounts: (count: number): Finding =>
    finding(
      'demoAccounts',
      ['accounts', `${count} are the demo shop’s, whose password everybody knows. Use an empty database.`],
      ['Cuentas', `${count} son de la tienda de demostración, cuya contraseña todos conocen.`],
      'Usa una base de datos vacía.',
    ),
  guardFound: (count: number): Finding =>
    finding(
      'guardFound',
      ['guard', `${count} of its rules are broken: \`ceiba check\` says where.`],
      ['Vigilancia de datos', `No se ${count === 1 ? 'cumple 1 regla' : `cumplen ${count} reglas`}.`],
      'Escribe `ceiba check`: dice dónde.',
    ),
  guardSound: (): Finding =>
    finding(
      'guardSound',
      ['guard', 'found nothing when it looked last'],
      ['Vigilancia de datos', 'La última revisión no encontró nada.'],
    ),
  noBackups: (): Finding =>
    finding(
      'noBackups',
      ['BACKUP_TO', `is not set: the shop makes no copies of itself. See "Backups" in ${manual}`],
      ['Copias', 'La tienda no hace copias de sí misma.'],
      `Pon BACKUP_TO: capítulo "Backups" de ${manual}.`,
    ),
  backupTools: (fault: string): Finding =>
    finding(
      'backupTools',
      ['backups', `${fault}.`],
      ['Copias', 'Faltan los programas de PostgreSQL (pg_dump), o son más viejos que el servidor.'],
      'Instala los de la versión del servidor, o pon PG_BIN.',
    ),
  backups: (isFresh: boolean, made: number | undefined, tried: number | undefined): Finding =>
    finding(
      isFresh ? 'backups' : 'oldBackups',
      [
        'backups',
        `the last copy is ${made === undefined ? 'none yet: `ceiba backup` makes one' : `${made} days old`}; ` +
          `${tried === undefined ? 'never tried: `ceiba drill`' : `tried ${tried} days ago`}`,
      ],
      [
        'Copias',
        `${made === undefined ? 'Todavía no hay ninguna' : `La última tiene ${counted(made, 'día', 'días')}`}; ` +
          `${tried === undefined ? 'nunca se ha probado' : `se probó hace ${counted(tried, 'día', 'días')}`}.`,
      ],
      isFresh ? null : 'Escribe `ceiba backup` para hacer una y `ceiba drill` para probarla.',
    ),
  drillLeftover: (name: string): Finding =>
    finding(
      'drillLeftover',
      ['drills', `${name} is what an interrupted one left: the next drops it, or \`drop database ${name}\``],
      ['Copias', `Una prueba interrumpida dejó la base de datos ${name}, con todos los clientes.`],
      'La próxima prueba la borra: `ceiba drill`.',
    ),
  recoveredLeftover: (folder: string): Finding =>
    finding(
      'recoveredLeftover',
      [
        'restores',
        `${folder} is of a restore to a moment: unless one is under way, end its server and delete it ("Back to a moment" in ${manual})`,
      ],
      ['Copias', `Una restauración a un momento dejó ${folder}, con todos los clientes, o todavía está en marcha.`],
      `Si ninguna está en marcha, detén su servidor y borra la carpeta: capítulo "Back to a moment" de ${manual}.`,
    ),
  archiveFails: (failed: string | null, archivedAt: Date | null): Finding =>
    finding(
      'archiveFails',
      [
        'archived log',
        `has had nothing since ${archivedAt?.toISOString() ?? 'the server’s start'}${failed === null ? '' : `, last refused was ${failed}`}: the server’s log says why, and its disk fills ("Back to a moment" in ${manual})`,
      ],
      ['Registro archivado', 'El registro de la base de datos no llega a su archivo, y llena el disco del servidor.'],
      `Lee el registro del servidor y arregla la carpeta: capítulo "Back to a moment" de ${manual}.`,
    ),
  archived: (): Finding =>
    finding('archived', ['archived log', 'reaches its archive'], ['Registro archivado', 'Llega a su archivo.']),
  unknownKeys: (count: number): Finding =>
    finding(
      'unknownKeys',
      ['SECRETS_KEY', `lacks the key of ${count} secrets that the database keeps.`],
      ['Llave de secretos', `Falta la de ${counted(count, 'secreto', 'secretos')} de la base de datos.`],
      'Agrega la llave anterior a SECRETS_KEY.',
    ),
  olderKeys: (count: number): Finding =>
    finding(
      'olderKeys',
      ['SECRETS_KEY', `${count} secrets wait for \`ceiba secrets rotate\``],
      ['Llave de secretos', `${counted(count, 'secreto usa', 'secretos usan')} todavía una llave anterior.`],
      'Escribe `ceiba secrets rotate`.',
    ),
  unpriced: (count: number): Finding =>
    finding(
      'unpriced',
      ['prices', `${counted(count, 'published product has', 'published products have')} none, and cannot be bought.`],
      ['Precios', `${counted(count, 'producto publicado no tiene', 'productos publicados no tienen')} precio.`],
      'Ponles precio, o deja de publicarlos.',
    ),
  priced: (): Finding =>
    finding(
      'priced',
      ['prices', 'every published product has one'],
      ['Precios', 'Cada producto publicado tiene el suyo.'],
    ),
  noHours: (count: number): Finding =>
    finding(
      'noHours',
      [
        'opening hours',
        `${counted(count, 'store has', 'stores have')} none: the shop’s pickup hours are promised there.`,
      ],
      ['Horarios', `${counted(count, 'tienda no tiene', 'tiendas no tienen')}: ahí se promete el horario general.`],
      'Escribe el horario de cada tienda.',
    ),
  hours: (): Finding =>
    finding('hours', ['opening hours', 'every store has its own'], ['Horarios', 'Cada tienda tiene el suyo.']),
  nobodysTexts: (email: string): Finding =>
    finding(
      'nobodysTexts',
      ['texts', `name ${email}, which is nobody’s: \`ceiba policy set loyaltyEmail …\`.`],
      ['Textos', `Nombran ${email}, que no es de nadie.`],
      'Cámbialo en Ajustes, o con `ceiba policy set loyaltyEmail …`.',
    ),
  texts: (email: string): Finding => finding('texts', ['texts', `name ${email}`], ['Textos', `Nombran ${email}.`]),
  noPoints: (): Finding =>
    finding(
      'noPoints',
      ['earning', 'the flag pointsMax is off: no page promises any'],
      ['Programa propio', 'Está apagado: ninguna página promete nada.'],
    ),
  pointsPromised: (): Finding =>
    finding(
      'pointsPromised',
      ['earning', 'points are promised, and the program credits them'],
      ['Programa propio', 'Se prometen puntos y el programa los acredita.'],
    ),
  pointsNotCredited: (): Finding =>
    finding(
      'pointsNotCredited',
      [
        'earning',
        'pointsMax is on, but the program does not credit (POINTS_CREDITS): no page promises any. `ceiba flag pointsMax off`, or a program that credits.',
      ],
      ['Programa propio', 'Está encendido, pero no acredita puntos (POINTS_CREDITS): ninguna página los promete.'],
      'Apaga `pointsMax`, o conecta un programa que acredite.',
    ),
  demoBins: (bins: readonly string[]): Finding =>
    finding(
      'demoBins',
      ['cards', `${bins.join(', ')}: invented cards of the demo shop. \`ceiba card-bin <bin> remove\` each.`],
      ['Tarjetas', `${bins.join(', ')}: son tarjetas inventadas de la tienda de prueba.`],
      'Escribe `ceiba card-bin <bin> remove` para cada una.',
    ),
  standardPolicy: (values: readonly string[]): Finding =>
    finding(
      'standardPolicy',
      ['standard values', `that shoppers are shown: ${values.join('; ')}. \`ceiba policy set …\` changes one.`],
      ['Valores estándar', `Se muestran a los clientes: ${values.join('; ')}.`],
    ),
  standardHelp: (pages: readonly string[]): Finding =>
    finding(
      'standardHelp',
      ['standard texts', `of help: ${pages.join(', ')}`],
      ['Textos estándar', `Páginas de ayuda: ${pages.join(', ')}.`],
    ),
  standardWords: (groups: number, absent: number): Finding =>
    finding(
      'standardWords',
      [
        'standard words',
        `of the search: ${groups} groups of synonyms, ${absent} things and brands said not to be sold (\`ceiba synonym list\`)`,
      ],
      ['Palabras estándar', `Búsqueda: ${groups} grupos de sinónimos y ${absent} cosas o marcas que no se venden.`],
    ),
  deadJobs: (count: number): Finding =>
    finding(
      'deadJobs',
      ['jobs', `${counted(count, 'has', 'have')} failed all tries: \`ceiba job list\`.`],
      ['Trabajos fallidos', `${counted(count, 'no se intenta', 'no se intentan')} más.`],
      'Ábrelos en "Trabajos": reinténtalos o descártalos.',
    ),
  noDeadJobs: (): Finding =>
    finding(
      'noDeadJobs',
      ['jobs', 'none has failed all its tries'],
      ['Trabajos fallidos', 'Ninguno agotó sus intentos.'],
    ),
  pausedJobs: (tasks: readonly string[]): Finding =>
    finding(
      'pausedJobs',
      ['paused jobs', `${tasks.join(', ')}: \`ceiba job resume\``],
      ['Trabajos en pausa', tasks.join(', ')],
      'Reanúdalos en "Trabajos" cuando lo que los detuvo se haya resuelto.',
    ),
  fullPool: (taken: number, most: number): Finding =>
    finding(
      'fullPool',
      ['pool', `${taken} of ${most} connections are taken now. Raise max_connections, or run less.`],
      ['Conexiones en uso', `${taken} de ${most} están ocupadas ahora.`],
      'Sube max_connections, o corre menos procesos.',
    ),
  pool: (taken: number, most: number): Finding =>
    finding(
      'pool',
      ['pool', `${taken} of ${most} connections are taken now`],
      ['Conexiones en uso', `${taken} de ${most} están ocupadas ahora.`],
    ),
  oldAudit: (year: number, firstKept: number): Finding =>
    finding(
      'oldAudit',
      ['audit', `has rows of ${year}: \`ceiba audit prune\` drops years before ${firstKept}`],
      ['Auditoría', `Guarda cambios de ${year}; se conservan desde ${firstKept}.`],
      'Corre `ceiba audit prune` para quitar los años anteriores.',
    ),
} as const;
