import type { Drawing } from './illustrations/ceiba-illustrations.mjs';

/** Text and picture of every category of the demo shop, by path. */
export const categoryLooks: Readonly<Record<string, { text: string; drawing: Drawing }>> = {
  'tv-y-video': {
    text: 'Televisores, reproductores y todo lo que convierte tu sala en la mejor fila del cine.',
    drawing: { kind: 'tv', finish: 'negro', scene: 'volcan', pal: 3, ui: false, stand: 'slim' },
  },
  'tv-y-video/televisores': {
    text: 'Pantallas de 32 a 85 pulgadas en LED, QLED, Mini LED y OLED, con entrega e instalación en toda Guatemala.',
    drawing: { kind: 'tv', finish: 'negro', scene: 'plumas', pal: 1, ui: false, stand: 'feet' },
  },
  'tv-y-video/reproductores-de-streaming': {
    text: 'Dale aplicaciones a cualquier televisor con HDMI.',
    drawing: { kind: 'streamer', variant: 'stick', finish: 'negro' },
  },
  'tv-y-video/accesorios': {
    text: 'Los detalles que terminan la instalación.',
    drawing: { kind: 'tvmount', variant: 'fijo', finish: 'negro' },
  },
  'tv-y-video/accesorios/soportes-para-tv': {
    text: 'Fijos, inclinables, articulados y de techo, para pantallas de 14 a 90 pulgadas.',
    drawing: { kind: 'tvmount', variant: 'articulado', finish: 'negro' },
  },
  'tv-y-video/servicios': {
    text: 'Instalación, configuración y garantía hechas por técnicos de Ceiba.',
    drawing: { kind: 'service', variant: 'pared', finish: 'jade', scene: 'mar', pal: 3 },
  },
  audio: {
    text: 'Audífonos, bocinas y barras para escuchar cada detalle.',
    drawing: { kind: 'headphones', finish: 'arena', cup: 'oval', disc: true },
  },
  'audio/barras-de-sonido': {
    text: 'Diálogos claros y graves con presencia para cualquier televisor.',
    drawing: { kind: 'soundbar', finish: 'negro', variant: 'sub' },
  },
  'audio/audifonos': {
    text: 'Para llamadas, música y silencio.',
    drawing: { kind: 'earbuds', finish: 'perla', caja: 'ovalada', tallo: true },
  },
  'audio/audifonos/audifonos-inalambricos': {
    text: 'In-ear, on-ear y over-ear, con y sin cancelación de ruido.',
    drawing: { kind: 'headphones', finish: 'bosque', cup: 'redonda', disc: true },
  },
  'audio/bocinas': {
    text: 'Música para la sala, el patio o la playa.',
    drawing: { kind: 'speaker', variant: 'torre', finish: 'negro', glow: '#39d0a3' },
  },
  'audio/bocinas/bocinas-bluetooth': {
    text: 'De bolsillo, portátiles y torres para fiesta.',
    drawing: { kind: 'speaker', variant: 'cilindro', finish: 'jade', glow: '#39d0a3' },
  },
  'celulares-y-tablets': {
    text: 'Celulares liberados, tablets, relojes y la energía para todos ellos.',
    drawing: { kind: 'phone', finish: 'medianoche', cam: 'tri', scene: 'ciudad', pal: 4 },
  },
  'celulares-y-tablets/celulares': {
    text: 'Liberados para cualquier operador del país.',
    drawing: { kind: 'phone', finish: 'jade', cam: 'duo', scene: 'plumas', pal: 1 },
  },
  'celulares-y-tablets/celulares/smartphones': {
    text: 'De 64 GB a 1 TB, con 4G o 5G y garantía en Guatemala.',
    drawing: { kind: 'phone', finish: 'lila', cam: 'ring', scene: 'esferas', pal: 4 },
  },
  'celulares-y-tablets/tablets': {
    text: 'Para estudiar, dibujar, trabajar o ver caricaturas.',
    drawing: { kind: 'tablet', finish: 'plata', pen: true, scene: 'dunas', pal: 5 },
  },
  'celulares-y-tablets/accesorios': {
    text: 'Energía y protección para tu celular.',
    drawing: { kind: 'charger', variant: 'powerbank', finish: 'medianoche' },
  },
  'celulares-y-tablets/accesorios/cargadores-y-power-banks': {
    text: 'Cargadores de pared, de carro e inalámbricos, y baterías portátiles.',
    drawing: { kind: 'charger', variant: 'pared', finish: 'perla' },
  },
  'celulares-y-tablets/relojes-inteligentes': {
    text: 'Pasos, sueño, ritmo cardíaco y notificaciones en tu muñeca.',
    drawing: { kind: 'smartwatch', round: true, finish: 'plata', band: 'jade', ticks: true, pal: 4 },
  },
  computacion: {
    text: 'Laptops, monitores, impresoras y redes para estudiar y trabajar.',
    drawing: { kind: 'laptop', finish: 'plata', gaming: false, ui: true, scene: 'volcan', pal: 0 },
  },
  'computacion/laptops': {
    text: 'Livianas, para oficina, para diseño y para jugar.',
    drawing: { kind: 'laptop', finish: 'cielo', gaming: false, ui: true, scene: 'mar', pal: 3 },
  },
  'computacion/monitores': {
    text: 'De 21.5 a 34 pulgadas, planos y curvos.',
    drawing: { kind: 'monitor', wide: true, finish: 'negro', scene: 'ciudad', pal: 4 },
  },
  'computacion/impresoras': {
    text: 'Tanque de tinta, cartucho y láser para casa y oficina.',
    drawing: { kind: 'printer', variant: 'bandeja', finish: 'perla', scene: 'volcan', pal: 0 },
  },
  'computacion/redes': {
    text: 'Internet parejo en todos los cuartos.',
    drawing: { kind: 'router', variant: 'mesh', finish: 'perla', nodos: 3 },
  },
  'computacion/redes/routers-y-wifi': {
    text: 'Routers, sistemas mesh y repetidores con Wi-Fi 5, 6, 6E y 7.',
    drawing: { kind: 'router', variant: 'antenas', finish: 'negro', antenas: 4 },
  },
  videojuegos: { text: 'Consolas para la sala y para llevar.', drawing: { kind: 'controller', finish: 'carmesi' } },
  'videojuegos/consolas': {
    text: 'De sobremesa, híbridas, portátiles y retro.',
    drawing: { kind: 'console', variant: 'torre', finish: 'perla' },
  },
  'linea-blanca': {
    text: 'Refrigeradoras, lavadoras, estufas y aires para toda la casa.',
    drawing: { kind: 'fridge', variant: 'frances', finish: 'plata', disp: true, smart: false },
  },
  'linea-blanca/refrigeracion': {
    text: 'Frescura que dura y gasta menos.',
    drawing: { kind: 'fridge', variant: 'bottom', finish: 'grafito', smart: false },
  },
  'linea-blanca/refrigeracion/refrigeradoras': {
    text: 'Desde frigobares hasta French door de 29 pies cúbicos.',
    drawing: { kind: 'fridge', variant: 'duplex', finish: 'plata', smart: false },
  },
  'linea-blanca/lavado': {
    text: 'Ropa limpia sin perder el día.',
    drawing: { kind: 'washer', variant: 'superior', finish: 'perla' },
  },
  'linea-blanca/lavado/lavadoras': {
    text: 'Carga superior, frontal, semiautomáticas y con secadora.',
    drawing: { kind: 'washer', variant: 'frontal', finish: 'plata' },
  },
  'linea-blanca/cocina': {
    text: 'Fuego parejo para la cocina de todos los días.',
    drawing: { kind: 'stove', variant: 'gas', finish: 'plata' },
  },
  'linea-blanca/cocina/estufas': {
    text: 'De gas, eléctricas y de inducción.',
    drawing: { kind: 'stove', variant: 'vidrio', finish: 'negro' },
  },
  'linea-blanca/climatizacion': {
    text: 'Fresco en la costa, tibio en Xela.',
    drawing: { kind: 'aircon', variant: 'portatil', finish: 'perla' },
  },
  'linea-blanca/climatizacion/aires-acondicionados': {
    text: 'Mini split, portátiles y de ventana de 9,000 a 36,000 BTU.',
    drawing: { kind: 'aircon', variant: 'split', finish: 'perla' },
  },
  electrodomesticos: {
    text: 'Ayudantes de cocina para todos los días.',
    drawing: { kind: 'blender', variant: 'conico', finish: 'carmesi' },
  },
  'electrodomesticos/cocina': {
    text: 'Licuar, calentar y dorar en minutos.',
    drawing: { kind: 'microwave', variant: 'teclado', finish: 'plata' },
  },
  'electrodomesticos/cocina/licuadoras': {
    text: 'Personales, de mesa y de alta potencia.',
    drawing: { kind: 'blender', variant: 'cilindrico', finish: 'negro' },
  },
  'electrodomesticos/cocina/microondas': {
    text: 'De 0.7 a 2 pies cúbicos, de mesa y empotrados.',
    drawing: { kind: 'microwave', variant: 'perillas', finish: 'negro' },
  },
  'electrodomesticos/cocina/freidoras-de-aire': {
    text: 'Crujiente con casi nada de aceite, de 2.5 a 9 litros.',
    drawing: { kind: 'airfryer', variant: 'digital', finish: 'jade' },
  },
  hogar: {
    text: 'Descanso y comodidad para tu casa.',
    drawing: { kind: 'robot', finish: 'perla', base: false, torre: true },
  },
  'hogar/dormitorio': {
    text: 'Para dormir bien y despertar mejor.',
    drawing: { kind: 'mattress', variant: 'base', finish: 'arena' },
  },
  'hogar/dormitorio/colchones': {
    text: 'De espuma, resortes, memory foam e híbridos, en todas las medidas.',
    drawing: { kind: 'mattress', variant: 'pillow', finish: 'perla' },
  },
  'motos-y-vehiculos': {
    text: 'Motocicletas, llantas y baterías para recoger en tienda.',
    drawing: { kind: 'motorcycle', variant: 'urbana', finish: 'carmesi' },
  },
  'motos-y-vehiculos/motocicletas': {
    text: 'Urbanas, scooter y doble propósito. Disponibles solo en tienda.',
    drawing: { kind: 'motorcycle', variant: 'scooter', finish: 'jade' },
  },
  'motos-y-vehiculos/llantas-y-baterias': {
    text: 'Llantas y baterías para moto, automóvil y pick-up. Se recogen en tienda.',
    drawing: { kind: 'tyre', variant: 'auto', finish: 'negro' },
  },
  'tarjetas-de-regalo': {
    text: 'Regala al instante: llegan por correo con tu mensaje, el día que elijas.',
    drawing: { kind: 'giftcard', amount: 'Q500', scene: 'huipil', pal: 6 },
  },
};
