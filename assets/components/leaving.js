// Streamlit runs the page again that a message comes from. So one that is sent after a click on the link to another page, and
// before that is there, would call the visitor back, or leave a blank page: it is held back. What it would have said is kept
// by those who said it, and told when they are seen again.

const LEFT_MS = 5000; // if the other page is not there by then, the visitor stays
const SAID_MS = 50; // so long Streamlit may keep what was said, before it sends it

let left = null; // { path, at } of the page that is being left by a link
let said = -Infinity;
let held = []; // links that were clicked too soon after something was said

document.addEventListener('click', (event) => {
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement && node.href);
  if (!link || !isLeading(link)) return;
  const now = performance.now();
  if (now - said > SAID_MS) {
    left = { path: location.pathname, at: now };
    return;
  }
  event.preventDefault(); // what was said first is sent first
  event.stopImmediatePropagation();
  if (held.push(link) === 1) setTimeout(followHeld, SAID_MS + said - now + 1);
}, true);

// Whether a click on a link leads to another page of this app. Streamlit's do so in this tab whatever key is held.
function isLeading(link) {
  if (link.target === '_blank' || link.hasAttribute('download')) return false;
  return link.origin === location.origin && link.pathname !== location.pathname;
}

function followHeld() {
  const links = held;
  held = [];
  links.forEach((link) => link.click());
}

// The same component, silent while its page is being left, by a link or by going back.
function silentOnceLeft(component) {
  const path = location.pathname;
  const unlessLeft = (tell) => (name, value) => {
    const now = performance.now();
    if (location.pathname !== path) return;
    if (left && left.path === location.pathname && now - left.at < LEFT_MS) return;
    said = now;
    tell(name, value);
  };
  const { setStateValue, setTriggerValue } = component;
  return { ...component, setStateValue: unlessLeft(setStateValue), setTriggerValue: unlessLeft(setTriggerValue) };
}
