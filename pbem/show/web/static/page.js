// What a page does beside showing: a place that is pointed at says what is there, and a
// slider goes through the positions. Everything else works without it.
'use strict';

const place = () => document.getElementById('position');

// tell writes below the board what its hex says.
function tell(hex) {
  const told = document.getElementById('told');
  if (!hex || !told) return;
  for (const other of document.querySelectorAll('.hex.on')) other.classList.remove('on');
  hex.classList.add('on');
  told.textContent = hex.querySelector('title').textContent;
}

document.addEventListener('click', event => tell(event.target.closest('.hex')));
document.addEventListener('mouseover', event => tell(event.target.closest('.hex')));

// kept are positions that were fetched, by step.
const kept = new Map();
let fetching = null;

// position returns the part of a page that shows the position after a step.
async function position(step, last, root) {
  if (kept.has(step)) return kept.get(step);
  fetching?.abort();
  fetching = new AbortController();
  const answer = await fetch(step === last ? root : `${root}position/${step}`, { signal: fetching.signal });
  if (!answer.ok) throw new Error(`position ${step}: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const part = page.getElementById('position');
  kept.set(step, part);
  if (kept.size > 60) kept.delete(kept.keys().next().value);
  return part;
}

// show puts a position in the place of the one shown; the slider stays under the finger.
async function show(step, last, root) {
  let part;
  try {
    part = await position(step, last, root);
  } catch (err) {
    if (err.name !== 'AbortError') document.getElementById('slide').textContent = err.message;
    return;
  }
  const slider = document.getElementById('slider');
  if (Number(slider.value) !== step) return; // another has been asked for
  const view = document.querySelector('.views :checked')?.id;
  const fresh = part.cloneNode(true);
  fresh.querySelector('#slider').replaceWith(slider);
  for (const a of fresh.querySelectorAll('a[href]')) a.setAttribute('href', new URL(a.getAttribute('href'), new URL(step === last ? root : `${root}position/${step}`, here)).href);
  const focused = document.activeElement === slider;
  place().replaceChildren(...fresh.childNodes);
  place().dataset.step = step;
  if (view && document.getElementById(view)) document.getElementById(view).checked = true;
  if (focused) slider.focus({ preventScroll: true });
}

const here = location.href;
const shown = place();
const slider = document.getElementById('slider');
if (shown && slider) {
  const last = Number(shown.dataset.last), root = new URL(shown.dataset.root, here).href;
  kept.set(Number(shown.dataset.step), shown.cloneNode(true));
  slider.hidden = false;
  let soon;
  slider.addEventListener('input', () => {
    clearTimeout(soon);
    soon = setTimeout(() => show(Number(slider.value), last, root), 120);
  });
}
