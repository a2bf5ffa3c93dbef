import type { Declared } from './script-nonce.ts';

/**
 * On a phone, rows of cards and a grid's cards after the eighth are not drawn until the page's scripts draw them in turn
 * (`draw-in-turn.ts`). Otherwise a browser would draw everything within one and a half screens in the first frame.
 * `data-undrawn` (ui/src/parts.css) is removed when such an element comes near the screen, or when a key is pressed, because keys cannot reach
 * undrawn elements. It is also removed if the scripts have not loaded for some seconds. The browser then draws nearby elements, as without scripts.
 *
 * Content that only this browser has renders after hydration and would push down the elements below. An element with `data-kept-for`
 * reserves its space (`data-kept`) if local storage has, under that key, a list with a text other than `data-except`.
 */
const source = `(function(){addEventListener('DOMContentLoaded',function(){document.querySelectorAll('[data-kept-for]').forEach(function(place){try{if(JSON.parse(localStorage.getItem(place.dataset.keptFor)).some(function(kept){return kept&&typeof kept==='string'&&kept!==place.dataset.except}))place.setAttribute('data-kept','')}catch{}})});
var root=document.documentElement,near=new IntersectionObserver(function(seen){if(seen.some(function(one){return one.isIntersecting}))draw()},{rootMargin:'25%'});
function draw(){near.disconnect();root.removeAttribute('data-undrawn')}
if(location.hash)return;
root.setAttribute('data-undrawn','');
addEventListener('keydown',draw,{capture:true,once:true});
addEventListener('DOMContentLoaded',function(){var late=document.querySelectorAll('.rail,.late-cards>li:nth-child(n+9)');if(!late.length)draw();late.forEach(function(part){near.observe(part)});setTimeout(draw,5e3)})})()`;

/** Rendered on the server only. The browser has already run this script, so its other scripts need not contain it. */
export const EarlyWait = ({ nonce }: Declared) => (
  <script nonce={nonce} suppressHydrationWarning>
    {import.meta.env.SSR ? source : ''}
  </script>
);
