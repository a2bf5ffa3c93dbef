import type { Finding } from './diagnosis.ts';
import { finding } from './finding-texts.ts';

const about = 'Identidad';

/** Spanish names of the values, by the option of `ceiba shop set`. */
const words: Readonly<Record<string, string>> = {
  'legal-name': 'razón social',
  nit: 'NIT',
  sentence: 'lema',
  logo: 'logotipo',
  'logo-on-dark': 'logotipo para fondo oscuro',
  icon: 'ícono',
  'app-icon': 'ícono para teléfonos',
  email: 'correo',
  address: 'dirección',
  hours: 'horario',
};

/** Findings of the doctor about the shop's identity, for the command and for the desk (OPS-04). */
export const identityTexts = {
  named: (name: string): Finding =>
    finding('shopNamed', ['shop', `is called ${name}`], [about, `La tienda se llama ${name}.`]),
  unnamed: (host: string): Finding =>
    finding(
      'shopUnnamed',
      ['shop', `has no name, so pages, mails and papers say ${host}: \`ceiba shop set --name …\`.`],
      [about, `La tienda no tiene nombre: páginas, correos y papeles dicen ${host}.`],
      'Escríbelo en Ajustes, o con `ceiba shop set --name …`.',
    ),
  unset: (options: readonly string[]): Finding =>
    finding(
      'identityUnset',
      ['shop', `has not said its ${options.join(', ')}: \`ceiba shop set\`.`],
      [about, `Falta: ${options.map((option) => words[option] ?? option).join(', ')}.`],
      'Escribe lo que falta en Ajustes, o con `ceiba shop set`.',
    ),
};
