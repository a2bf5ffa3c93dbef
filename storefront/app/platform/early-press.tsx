/**
 * Runs before anything else has arrived (on a slow line the scripts come seconds after the page): keeps what is pressed
 * in forms without an address and on plain buttons, which only scripts can answer, and shows at once that it was pressed
 * (`data-pressed`, styled in app.css). Links, and forms that have an address, work as they are. The page's content
 * security policy lists the script by its hash.
 */
const source = `(function(){var kept=null,shown=null,done=false;
function show(b){if(shown)shown.removeAttribute('data-pressed');shown=b;if(b)b.setAttribute('data-pressed','')}
document.addEventListener('submit',function(e){var f=e.target;if(done||f.hasAttribute('action'))return;e.preventDefault();e.stopPropagation();show(e.submitter);kept=function(){f.requestSubmit()}},true);
document.addEventListener('click',function(e){var b=!done&&e.target.closest&&e.target.closest('button[type=button]');if(b){show(b);kept=function(){b.click()}}},true);
window.addEventListener('ceiba:awake',function(){done=true;show(null);if(kept){var press=kept;kept=null;press()}},{once:true})})()`;

/** Only the server writes it: the browser has run it by then, and its own files need not bring it again. */
export const EarlyPress = () => <script suppressHydrationWarning>{import.meta.env.SSR ? source : ''}</script>;

/** To be called when the page's scripts answer presses: what was kept is pressed again. */
export const replayEarlyPress = (): void => {
  window.dispatchEvent(new Event('ceiba:awake'));
};
