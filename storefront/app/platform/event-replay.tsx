import type { Declared } from './script-nonce.ts';

/**
 * Keeps what is pressed before there is a script that answers it, and shows at once that it was pressed (`data-pressed`, styled
 * in app.css): on the whole page until it is awake (on a slow line the scripts come seconds after the page), then in each part
 * that still sleeps (`data-asleep`, island.tsx), which it wakes up. Kept are forms without an address and plain buttons, which only scripts can
 * answer; links, and forms that have an address, work as they are. Of a link that leaves a word for the page it leads to
 * (`data-leaves="key=text"`, session storage) that is kept as the page goes: what wakes up before may take it for one left by a
 * page before. A link marked `data-carries` takes the page's own `redirect` along; one marked `data-kept-press` may do more
 * than lead away once the page is awake, and waits like a button from then on.
 * It listens at the window: React answers presses a little before the page is awake, and stops those on what it has not hydrated
 * at the document. What is kept React does not get, or it would count twice. A button
 * that turns out to be pressed already (`aria-pressed`) has what was asked of it.
 * Of several that open a drawer the last one counts: two would lie above one another.
 * The page's content security policy lists the script by its hash.
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
if(opens(b))end(w=>w!==b&&opens(w));let p=b.ariaPressed;keep(e,b,b,()=>b.ariaPressed===p&&b.click())});
on('ceiba:awake',()=>{up=1;end(()=>1,1)});
on('ceiba:part',e=>end(w=>e.target.contains(w),e.detail))})()`;

/** Only the server writes it: the browser has run it by then, and its own files need not bring it again. */
export const EventReplay = ({ nonce }: Declared) => (
  <script nonce={nonce} suppressHydrationWarning>
    {import.meta.env.SSR ? source : ''}
  </script>
);

/** To be called when the page's scripts answer presses: what was kept is pressed again, and parts that sleep keep theirs. */
export const replayEvents = (): void => {
  window.dispatchEvent(new Event('ceiba:awake'));
};

/** What was pressed in a part is pressed again (`isAnswered`), in its order, or is free to be. */
export const endPartPresses = (part: HTMLElement | null, isAnswered: boolean): void =>
  void part?.dispatchEvent(new CustomEvent('ceiba:part', { detail: isAnswered }));
