import imports from 'lucide-react/dynamicIconImports';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type IconName, iconNames } from './icon-names.ts';

const symbol = async (name: IconName): Promise<string> => {
  const { default: drawing } = await imports[name]();
  const shapes = renderToStaticMarkup(createElement(drawing))
    .replace(/^<svg[^>]*>|<\/svg>$/g, '')
    .replace(/><\/\w+>/g, '/>');
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`;
};

/** One file with every icon, so that pages carry neither the drawings nor a script that makes them. */
export const drawSprite = async (): Promise<string> =>
  `<svg xmlns="http://www.w3.org/2000/svg">\n${(await Promise.all(iconNames.map(symbol))).join('\n')}\n</svg>\n`;
