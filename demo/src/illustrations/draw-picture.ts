import { drawAircon } from './aircon.ts';
import { drawBattery } from './battery.ts';
import { addKind, type ProductDrawing, renderProduct } from './ceiba-illustrations.mjs';
import { drawCharger } from './charger.ts';
import { drawHandheld } from './handheld.ts';
import { drawCooktop, drawMiniFridge } from './kitchen.ts';
import { drawMattress } from './mattress.ts';
import { drawMotorcycle } from './motorcycle.ts';
import { outlineText } from './outline-text.ts';
import { drawRepeater } from './repeater.ts';
import { drawService } from './service.ts';
import { drawStreamer } from './streamer.ts';
import { drawTvMount } from './tvmount.ts';
import { drawTyre } from './tyre.ts';

addKind('aircon', 'Aire acondicionado', drawAircon);
addKind('battery', 'Batería', drawBattery);
addKind('charger', 'Cargador', drawCharger);
addKind('cooktop', 'Estufa de mesa', drawCooktop);
addKind('handheld', 'Consola portátil', drawHandheld);
addKind('mattress', 'Colchón', drawMattress);
addKind('minifridge', 'Frigobar', drawMiniFridge);
addKind('motorcycle', 'Motocicleta', drawMotorcycle);
addKind('repeater', 'Repetidor Wi-Fi', drawRepeater);
addKind('service', 'Servicio', drawService);
addKind('streamer', 'Reproductor de streaming', drawStreamer);
addKind('tvmount', 'Soporte para TV', drawTvMount);
addKind('tyre', 'Llanta', drawTyre);

/** SVG of a product of the demo shop, the same for the same drawing on any machine. */
export const drawPicture = (drawing: ProductDrawing): string => outlineText(renderProduct(drawing));
