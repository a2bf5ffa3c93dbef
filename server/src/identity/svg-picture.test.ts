import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSvg } from './svg-picture.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const svg = (inside: string, attributes = 'viewBox="0 0 10 20"'): Uint8Array =>
  bytes(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);

test.each(['logo.svg', 'logo-on-dark.svg', 'icon.svg'])('the demo shop’s %s is accepted', (name) => {
  expect(readSvg(readFileSync(new URL(`../../../demo/identity/${name}`, import.meta.url)))).toMatchObject({ ok: true });
});

test.each<[string, Uint8Array, { width: number; height: number }]>([
  ['by its viewBox', svg('<path d="M0 0h1"/>'), { width: 10, height: 20 }],
  ['by width and height', svg('', 'width="197px" height="64"'), { width: 197, height: 64 }],
  [
    'after a declaration and a comment',
    bytes(`<?xml version="1.0"?><!-- <script> -->\n${Buffer.from(svg(''))}`),
    { width: 10, height: 20 },
  ],
  [
    'with styles that stay inside',
    svg('<style>.a{fill:url(#g)}</style><g class="a" fill="url(#g)"/>'),
    { width: 10, height: 20 },
  ],
])('a drawing is accepted and its size is read, %s', (_, picture, size) => {
  expect(readSvg(picture)).toEqual({ ok: true, value: size });
});

test.each<[string, Uint8Array, string]>([
  ['a script', svg('<script>alert(1)</script>'), 'script'],
  ['a script in an attribute', svg('<path onload="alert(1)"/>'), 'onload'],
  ['a script in a mixed-case attribute', svg('<path oNcLick="alert(1)"/>'), 'oNcLick'],
  ['a page inside', svg('<foreignObject/>'), 'foreignObject'],
  ['a picture inside', svg('<image href="#a"/>'), 'image'],
  ['a link', svg('<a href="https://evil.test"><path/></a>'), 'element a'],
  ['repeated parts', svg('<use href="#a"/>'), 'use'],
  ['an effect', svg('<filter/>'), 'filter'],
  ['something that moves', svg('<set/>'), 'set'],
  ['an address', svg('<linearGradient href="https://evil.test/a.svg#g"/>'), 'href'],
  ['an address of XLink', svg('<linearGradient xlink:href="//evil.test/a.svg#g"/>'), 'xlink:href'],
  ['an address in a fill', svg('<path fill="url(https://evil.test/a.svg#g)"/>'), 'fill'],
  ['an address in quotes in a style', svg(`<path style="fill:url('https://evil.test/a')"/>`), 'style'],
  ['an address in a style sheet', svg('<style>@import "https://evil.test/a.css";</style>'), 'style'],
  ['an address that is spelled in a style sheet', svg('<style>.a{fill:u\\72l(//evil.test)}</style>'), 'style'],
  ['data', svg('<path fill="url(data:image/svg+xml,x)"/>'), 'fill'],
  [
    'an entity',
    bytes(
      '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>&a;</text></svg>',
    ),
    'well formed',
  ],
  ['a spelled letter in an attribute', svg('<path fill="url&#40;//evil.test)"/>'), 'entity'],
  ['a part in no namespace of drawings', bytes('<svg viewBox="0 0 1 1"/>'), 'xmlns'],
  ['another document', bytes('<html xmlns="http://www.w3.org/2000/svg"/>'), 'html'],
  ['an open element', bytes('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><g>'), 'well formed'],
  ['two drawings', bytes(`${Buffer.from(svg(''))}${Buffer.from(svg(''))}`), 'more than one'],
  ['no size', svg('', ''), 'size'],
  [
    'a style sheet in front',
    bytes(`<?xml-stylesheet type="text/xsl" href="https://evil.test/a.xsl"?>${Buffer.from(svg(''))}`),
    'well formed',
  ],
  [
    'an encoding that reads other elements',
    bytes(`<?xml version="1.0" encoding="ISO-2022-JP"?>${Buffer.from(svg(''))}`),
    'well formed',
  ],
  ['a section that is no markup', svg('<![CDATA[<script>]]>'), 'well formed'],
  ['an instruction', svg('<?xml-stylesheet href="https://evil.test"?>'), 'well formed'],
  ['letters of another encoding', new Uint8Array([0x3c, 0x73, 0x76, 0x67, 0xff]), 'UTF-8'],
  ['64 kB and one byte', svg(`<path d="${'M0 0'.padEnd(64 * 1024)}"/>`), 'at most 65536'],
  ['too many elements', svg('<g/>'.repeat(2_001)), 'more than 2000'],
  ['elements that are too deep', svg(`${'<g>'.repeat(40)}${'</g>'.repeat(40)}`), 'more than'],
])('an SVG with %s is refused', (_, picture, reason) => {
  const read = readSvg(picture);
  expect(read).toMatchObject({ ok: false, error: { code: 'svg_refused' } });
  expect(JSON.stringify(read)).toContain(reason);
});
