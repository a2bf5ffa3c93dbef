/** Words that people write about a price, in lower case without accents. */
export const cheapWords = new Set(
  'barato barata baratos baratas baratito baratita economico economica economicos economicas cheap'.split(' '),
);
export const offerWords = new Set(
  'oferta ofertas rebaja rebajas rebajado rebajada rebajados rebajadas descuento descuentos promocion promociones promo promos'.split(
    ' ',
  ),
);
export const currencyWords = new Set(['quetzal', 'quetzales', 'q', 'gtq', 'qtz', 'qtzs', 'pesos']);
/** Words before a wish that have no meaning after the wish is parsed: "la más barata", "celulares en oferta". */
export const fillerWords = new Set([
  'de',
  'del',
  'en',
  'con',
  'por',
  'a',
  'que',
  'este',
  'esten',
  'cueste',
  'cuesten',
  'el',
  'la',
  'lo',
  'los',
  'las',
  'mas',
]);
/** Words before an amount without a comparison: "tablet con Q1500". */
export const beforeBudget = new Set(['de', 'con', 'por', 'a', 'en', 'tengo', 'presupuesto']);
/** Words after a number that show that the number is not a price. */
export const units = new Set(
  'pulgada pulgadas pulg plg in inch inches gb gigas giga tb teras tera mb mah w watt watts vatios hz btu btus lb lbs libras kg kilos l lt lts litro litros pies pie cm mm m metros mp cc v voltios ppm rpm mbps horas hora dias dia meses mes cuotas puntos quemadores canales nucleos anos'.split(
    ' ',
  ),
);

/** A comparison applies if an amount follows all of its words. `bound`: the limit that the amount sets. */
export const comparisons: { words: string[]; bound: 'min' | 'max' }[] = [
  ...['que no pase de', 'que no pasen de', 'que cueste menos de', 'que cuesten menos de', 'no mas de', 'no mayor a'],
  ...['por debajo de', 'por menos de', 'abajo de', 'debajo de', 'menos de', 'menos que', 'menor a', 'menor de'],
  ...['menor que', 'menores a', 'menores de', 'como maximo', 'maximo de', 'maximo', 'bajo', 'hasta', '<', '<='],
]
  .map((text) => ({ words: text.split(' '), bound: 'max' as 'min' | 'max' }))
  .concat(
    [
      ...['por encima de', 'por arriba de', 'arriba de', 'encima de', 'mas de', 'mayor a', 'mayor de', 'mayor que'],
      ...['mayores a', 'mayores de', 'a partir de', 'como minimo', 'minimo de', 'minimo', 'desde', '>', '>='],
    ].map((text) => ({ words: text.split(' '), bound: 'min' as const })),
  );
