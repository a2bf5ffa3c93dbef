import type { Declared } from './script-nonce.ts';

/**
 * Runs before anything else has arrived (on a slow line the scripts come seconds after the page): keeps what is pressed
 * in forms without an address and on plain buttons, which only scripts can answer, and shows at once that it was pressed
 * (`data-pressed`, styled in app.css). Links, and forms that have an address, work as they are; of a link that leaves a word
 * for the page it leads to (`data-leaves="key=text"`, session storage) that is kept as the page goes: what wakes up before
 * may take it for one left by a page before. A link marked `data-carries` takes the page's own `redirect` along.
 * React answers presses a little before the page is awake: what is kept it does not get, or it would count twice. A button
 * that turns out to be pressed already (`aria-pressed`) has what was asked of it.
 * Of several that open a drawer the last one counts: two would lie above one another.
 * The page's content security policy lists the script by its hash.
 */
const source = `(function(){var kept=new Map(),done=false;
function show(b,on){if(b)b.toggleAttribute('data-pressed',on)}
function opens(b){return b.getAttribute('aria-haspopup')==='dialog'}
function keep(what,b,press){if(kept.has(what))show(kept.get(what)[0],false);show(b,true);kept.set(what,[b,press])}
document.addEventListener('submit',function(e){var f=e.target,s=e.submitter;if(done||f.hasAttribute('action'))return;e.preventDefault();e.stopPropagation();keep(f,s,function(){f.requestSubmit(s&&s.form===f&&s.isConnected?s:undefined)})},true);
document.addEventListener('click',function(e){var t=e.target;if(done||!t.closest)return;
var l=t.closest('a[data-leaves]');if(l){var w=l.getAttribute('data-leaves').split('=');window.addEventListener('pagehide',function(){try{sessionStorage.setItem(w[0],w[1])}catch(e){}},{once:true})}
var c=t.closest('a[data-carries]'),r=new URLSearchParams(location.search).get('redirect');if(c&&r){var q=new URLSearchParams(c.search);q.set('redirect',r);c.search=q}
var b=t.closest('button[type=button]');if(b){if(opens(b))kept.forEach(function(k,w){if(w!==b&&opens(w)){show(k[0],false);kept.delete(w)}});var p=b.getAttribute('aria-pressed');e.stopImmediatePropagation();keep(b,b,function(){if(b.getAttribute('aria-pressed')===p)b.click()})}},true);
window.addEventListener('ceiba:awake',function(){done=true;kept.forEach(function(k){show(k[0],false);k[1]()});kept.clear()},{once:true})})()`;

/** Only the server writes it: the browser has run it by then, and its own files need not bring it again. */
export const EarlyPress = ({ nonce }: Declared) => (
  <script nonce={nonce} suppressHydrationWarning>
    {import.meta.env.SSR ? source : ''}
  </script>
);

/** To be called when the page's scripts answer presses: what was kept is pressed again. */
export const replayEarlyPress = (): void => {
  window.dispatchEvent(new Event('ceiba:awake'));
};
