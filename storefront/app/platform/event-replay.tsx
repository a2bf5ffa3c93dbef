import type { Declared } from './script-nonce.ts';

/**
 * Records presses that no script can answer yet, and shows them at once (`data-pressed`, styled in app.css). On a slow connection
 * the scripts load seconds after the page. Records on the whole page until hydration, then on each part that is not hydrated
 * (`data-asleep`, island.tsx). A press there also hydrates the part.
 *
 * Records plain buttons and forms without an address. Links and forms with an address work without scripts. Links may have:
 * - `data-leaves="key=text"`: writes the text to session storage when the page is left. If it were written earlier, a hydrating page could
 *   take it for a text of the previous page.
 * - `data-carries`: passes on the page's `redirect`.
 * - `data-kept-press`: may do more than navigate after hydration, so its presses are recorded like a button's from then on.
 *
 * The script listens at the window, because React answers presses shortly before hydration is complete. It stops recorded presses
 * at the document: if React received them, they would count twice. A button that is pressed after hydration (`aria-pressed`) is not
 * pressed again. A button with an `id` that was rendered again is found by it. Only the last of several buttons that open a drawer counts, because two drawers would overlap. The page's content
 * security policy lists the script by its hash.
 */
const source = `(()=>{let kept=new Map(),up,on=(name,heard)=>addEventListener(name,heard,true),
show=(b,is)=>b&&b.toggleAttribute('data-pressed',is),
opens=b=>b.ariaHasPopup==='dialog',
asleep=t=>t.closest('[data-asleep]'),
keep=(e,w,b,press)=>{e.preventDefault();e.stopImmediatePropagation();if(kept.has(w))show(kept.get(w)[0],false);show(b,true);kept.set(w,[b,press]);up&&w.dispatchEvent(new Event('pointerover',{bubbles:true}))},
end=(ends,press)=>[...kept].forEach(([w,k])=>{if(ends(w)){show(k[0],false);kept.delete(w);press&&k[1]()}});
on('submit',e=>{let f=e.target,s=e.submitter;if(!up||asleep(f))f.hasAttribute('action')||keep(e,f,s,()=>f.requestSubmit(s&&s.form===f&&s.isConnected?s:undefined))});
on('click',e=>{let t=e.target,l;if(!t.closest||up&&!asleep(t))return;
if(!up){if(l=t.closest('a[data-leaves]')){let w=l.dataset.leaves.split('=');addEventListener('pagehide',()=>{try{sessionStorage.setItem(w[0],w[1])}catch{}},{once:true})}
let c=t.closest('a[data-carries]'),r=new URLSearchParams(location.search).get('redirect');if(c&&r){let q=new URLSearchParams(c.search);q.set('redirect',r);c.search=q}}
let b=t.closest('button[type=button]'+(up?',a[data-kept-press]':''));if(!b||b.href&&(e.metaKey||e.ctrlKey||e.shiftKey||e.altKey))return;
if(opens(b))end(w=>w!==b&&opens(w));let p=b.ariaPressed;keep(e,b,b,()=>{let n=b.isConnected||!b.id?b:document.getElementById(b.id);n&&n.ariaPressed===p&&n.click()})});
on('ceiba:awake',()=>{up=1;end(()=>1,1)});
on('ceiba:part',e=>end(w=>e.target.contains(w),e.detail))})()`;

/** Rendered on the server only. The browser has already run this script, so its other scripts need not contain it. */
export const EventReplay = ({ nonce }: Declared) => (
  <script nonce={nonce} suppressHydrationWarning>
    {import.meta.env.SSR ? source : ''}
  </script>
);

/** Called when the page's scripts answer presses. Replays the recorded presses; the presses on unhydrated parts stay recorded. */
export const replayEvents = (): void => {
  window.dispatchEvent(new Event('ceiba:awake'));
};

/** Replays the presses recorded in a part (`isAnswered`), in order, or discards them. */
export const endPartPresses = (part: HTMLElement | null, isAnswered: boolean): void =>
  void part?.dispatchEvent(new CustomEvent('ceiba:part', { detail: isAnswered }));
