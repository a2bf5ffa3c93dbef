import type { Declared } from './script-nonce.ts';

/**
 * On a phone no row of cards, and of a grid no card after the eighth, is drawn before the page's scripts draw them in turn
 * (`draw-in-turn.ts`): by itself a browser draws what is up to one and a half screens away together with the first frame. `data-undrawn` (ui/src/parts.css)
 * is taken away as soon as any of it comes near, a key is pressed (what is not drawn cannot be reached with one), or the
 * scripts have not come for some seconds; the browser then draws what is near, as it does where no script runs at all.
 *
 * What only this browser knows comes after the page woke up; whoever stands below by then would be pushed away. An element
 * with `data-kept-for` keeps its place (`data-kept`) where local storage has, under that key, a list with a text that
 * `data-except` does not name.
 */
const source = `(function(){addEventListener('DOMContentLoaded',function(){document.querySelectorAll('[data-kept-for]').forEach(function(place){try{if(JSON.parse(localStorage.getItem(place.dataset.keptFor)).some(function(kept){return kept&&typeof kept==='string'&&kept!==place.dataset.except}))place.setAttribute('data-kept','')}catch{}})});
var root=document.documentElement,near=new IntersectionObserver(function(seen){if(seen.some(function(one){return one.isIntersecting}))draw()},{rootMargin:'25%'});
function draw(){near.disconnect();root.removeAttribute('data-undrawn')}
if(location.hash)return;
root.setAttribute('data-undrawn','');
addEventListener('keydown',draw,{capture:true,once:true});
addEventListener('DOMContentLoaded',function(){var late=document.querySelectorAll('.rail,.late-cards>li:nth-child(n+9)');if(!late.length)draw();late.forEach(function(part){near.observe(part)});setTimeout(draw,5e3)})})()`;

/** Only the server writes it: the browser has run it by then, and its own files need not bring it again. */
export const EarlyWait = ({ nonce }: Declared) => (
  <script nonce={nonce} suppressHydrationWarning>
    {import.meta.env.SSR ? source : ''}
  </script>
);
