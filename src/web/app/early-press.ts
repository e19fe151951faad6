import { paths } from './paths.ts';

export const hydratedEvent = 'escriba:hydrated';
const notHydratedMs = 20_000;
const authPaths = [paths.login, paths.register, paths.forgotPassword];

/**
 * Runs in the head. Before hydration a button has no handler, and on a slow line that takes seconds. This
 * script takes the last press of a button or Enter key, marks the button, and repeats the press once after hydration.
 * It also hides the press from React: during hydration React would handle it too, and the form would be sent twice.
 *
 * A button with `data-until-filled` is disabled until its form is filled. Until hydration this script decides that
 * from the fields' attributes. It also looks at intervals, because password managers fill fields without events.
 */
export const recordEarlyPress = () =>
  [
    '(()=>{const d=document;let pressed,late;',
    'const forget=()=>{clearTimeout(late);pressed?.removeAttribute("aria-busy");',
    'pressed?.removeAttribute("data-taken");pressed=undefined};',
    // A small button beside the form, such as the theme's, does not replace a press in it.
    'const take=(button)=>{if(pressed?.matches(".button")&&!button.matches(".button"))return;',
    'forget();pressed=button;button.setAttribute("aria-busy","true");',
    `button.setAttribute("data-taken","");late=setTimeout(forget,${notHydratedMs})};`,
    // The server renders one page for every address, so its links lack the page to return to.
    'const keepReturn=(link)=>{const wanted=new URLSearchParams(location.search).get("redirect");',
    `if(wanted&&link.search===""&&${JSON.stringify(authPaths)}.includes(link.pathname))`,
    'link.search=new URLSearchParams({redirect:wanted})};',
    'const onPress=(event)=>{const button=event.type==="submit"',
    '?event.submitter??event.target.querySelector("[type=submit]"):event.target.closest?.("button");',
    'if(!button){const link=event.target.closest?.("a[href]");if(link)keepReturn(link);return}',
    'event.preventDefault();event.stopPropagation();take(button)};',
    'const isMissing=(field)=>field.required&&field.value.trim()===""||field.validity.patternMismatch;',
    'const look=()=>{for(const button of d.querySelectorAll("button[data-until-filled]"))',
    'button.disabled=[...button.form.elements].some(isMissing)};',
    'const looks=setInterval(look,250);addEventListener("input",look,true);',
    'addEventListener("click",onPress,true);addEventListener("submit",onPress,true);',
    `addEventListener("${hydratedEvent}",()=>{clearInterval(looks);removeEventListener("input",look,true);`,
    'removeEventListener("click",onPress,true);removeEventListener("submit",onPress,true);',
    // In a task of its own: React can hydrate a Suspense boundary for the press, but not during an effect.
    'look();const last=pressed;forget();setTimeout(()=>last?.click())},{once:true})})();',
  ].join('');
