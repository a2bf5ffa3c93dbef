import { airesAcondicionados } from './aires-acondicionados.ts';
import { audifonosInalambricos } from './audifonos-inalambricos.ts';
import { barrasDeSonido } from './barras-de-sonido.ts';
import { bocinasBluetooth } from './bocinas-bluetooth.ts';
import { cargadoresYPowerBanks } from './cargadores-y-power-banks.ts';
import { colchones } from './colchones.ts';
import { consolas } from './consolas.ts';
import { estufas } from './estufas.ts';
import { freidorasDeAire } from './freidoras-de-aire.ts';
import { impresoras } from './impresoras.ts';
import { laptops } from './laptops.ts';
import { lavadoras } from './lavadoras.ts';
import type { Leaf } from './leaf.ts';
import { licuadoras } from './licuadoras.ts';
import { llantasYBaterias } from './llantas-y-baterias.ts';
import { microondas } from './microondas.ts';
import { monitores } from './monitores.ts';
import { motocicletas } from './motocicletas.ts';
import { refrigeradoras } from './refrigeradoras.ts';
import { relojesInteligentes } from './relojes-inteligentes.ts';
import { reproductoresDeStreaming } from './reproductores-de-streaming.ts';
import { routersYWifi } from './routers-y-wifi.ts';
import { serviciosDeTv } from './servicios-de-tv.ts';
import { smartphones } from './smartphones.ts';
import { soportesParaTv } from './soportes-para-tv.ts';
import { tablets } from './tablets.ts';
import { tarjetasDeRegalo } from './tarjetas-de-regalo.ts';
import { televisores } from './televisores.ts';

/** All leaves with products, in the order of the menu. */
export const leaves: readonly Leaf[] = [
  televisores,
  reproductoresDeStreaming,
  soportesParaTv,
  serviciosDeTv,
  barrasDeSonido,
  audifonosInalambricos,
  bocinasBluetooth,
  smartphones,
  tablets,
  cargadoresYPowerBanks,
  relojesInteligentes,
  laptops,
  monitores,
  impresoras,
  routersYWifi,
  consolas,
  refrigeradoras,
  lavadoras,
  estufas,
  airesAcondicionados,
  licuadoras,
  microondas,
  freidorasDeAire,
  colchones,
  motocicletas,
  llantasYBaterias,
  tarjetasDeRegalo,
];
