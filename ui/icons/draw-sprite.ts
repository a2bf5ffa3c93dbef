import imports from 'lucide-react/dynamicIconImports';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { deskIconNames } from './desk-icon-names.ts';
import { iconNames } from './icon-names.ts';

/** The sprites of the shop and of the desk, by file name. */
export const sprites = { 'icons.svg': iconNames, 'desk-icons.svg': deskIconNames } as const;

const symbol = async (name: keyof typeof imports): Promise<string> => {
  const { default: drawing } = await imports[name]();
  const shapes = renderToStaticMarkup(createElement(drawing))
    .replace(/^<svg[^>]*>|<\/svg>$/g, '')
    .replace(/><\/\w+>/g, '/>');
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`;
};

/** One file with every icon of an application, so that pages contain neither the drawings nor a script that renders them. */
export const drawSprite = async (file: keyof typeof sprites): Promise<string> =>
  `<svg xmlns="http://www.w3.org/2000/svg">\n${(await Promise.all(sprites[file].map(symbol))).join('\n')}\n</svg>\n`;
