import { expect, test } from 'vitest';
import { lineOfHtml, plainOfHtml } from './html-text.ts';

test.each([
  ['Sin marcas: 5 < 6 y 7 > 2, <3m, A&B', 'Sin marcas: 5 < 6 y 7 > 2, <3m, A&B'],
  ['Primera\n\nsegunda', 'Primera\n\nsegunda'],
  ['<p>Suena <strong>bien</strong>.</p>\n<p>Pesa&nbsp;2&nbsp;kg</p>', 'Suena bien.\n\nPesa 2 kg'],
  ['<div>Uno<br/>dos<br>tres</div>', 'Uno\ndos\ntres'],
  [
    '<p>Trae:</p><ul>\n  <li>Cable</li>\n  <li><p>Control</p></li>\n</ul><p>Fin</p>',
    'Trae:\n\n- Cable\n- Control\n\nFin',
  ],
  ['<ol><li>Conecta</li><li>Enciende</li></ol>', '- Conecta\n- Enciende'],
  ['Jab&oacute;n &quot;Ñand&uacute;&quot; &#8211; 55&#x22;', 'Jabón "Ñandú" – 55"'],
  ['&lt;p&gt;Hola&lt;/p&gt;&lt;p&gt;mundo&lt;/p&gt;', 'Hola\n\nmundo'],
  ['&amp;lt;b&amp;gt;Hola&amp;lt;/b&amp;gt;', 'Hola'],
  ['<style>p{color:red}</style><script>alert(1)</script><!-- no -->Texto', 'Texto'],
  [
    '<table><tr><td>Potencia</td><td>40 W</td></tr><tr><td>Color</td><td>Negro</td></tr></table>',
    'Potencia: 40 W\nColor: Negro',
  ],
  ['<h2>Lo mejor</h2>Texto <a href="x">aquí</a> <img src="a.png">', 'Lo mejor\n\nTexto aquí'],
  ['Línea uno\n<strong>Línea dos</strong>\n\nOtra', 'Línea uno\nLínea dos\n\nOtra'],
  ['Cortado <p class="a', 'Cortado'],
  ['<p></p><p>&nbsp;</p>', ''],
])('%j is converted to %j, without tags', (html, plain) => {
  expect(plainOfHtml(html)).toBe(plain);
  expect(plainOfHtml(plain)).toBe(plain);
});

test('a title is one line', () => {
  expect(lineOfHtml('TV 55&quot; <b>Volc&aacute;n</b><br>negro')).toBe('TV 55" Volcán negro');
});
