export const hydratedEvent = 'escriba:hydrated';
const notHydratedMs = 20_000;

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
    'const unmark=()=>{clearTimeout(late);pressed?.removeAttribute("aria-busy");pressed?.removeAttribute("data-taken")};',
    'const take=(button)=>{unmark();pressed=button;button.setAttribute("aria-busy","true");',
    `button.setAttribute("data-taken","");late=setTimeout(unmark,${notHydratedMs})};`,
    'const onPress=(event)=>{const button=event.type==="submit"',
    '?event.submitter??event.target.querySelector("[type=submit]"):event.target.closest?.("button");',
    'if(!button)return;event.preventDefault();event.stopPropagation();take(button)};',
    'const isMissing=(field)=>field.required&&field.value.trim()===""||field.validity.patternMismatch;',
    'const look=()=>{for(const button of d.querySelectorAll("button[data-until-filled]"))',
    'button.disabled=[...button.form.elements].some(isMissing)};',
    'const looks=setInterval(look,250);addEventListener("input",look,true);',
    'addEventListener("click",onPress,true);addEventListener("submit",onPress,true);',
    `addEventListener("${hydratedEvent}",()=>{clearInterval(looks);removeEventListener("input",look,true);`,
    'removeEventListener("click",onPress,true);removeEventListener("submit",onPress,true);',
    // In a task of its own: React can hydrate a Suspense boundary for the press, but not during an effect.
    'look();unmark();setTimeout(()=>pressed?.click())},{once:true})})();',
  ].join('');
