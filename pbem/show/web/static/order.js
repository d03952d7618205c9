// A tap on the page that composes orders changes the page in place, and keeps the board where
// it is. Without this script each tap is a page of its own.
'use strict';

async function compose(href, remember) {
  const answer = await fetch(href);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.getElementById('compose');
  if (!answer.ok || !fresh) {
    location.href = href;
    return;
  }
  const view = document.querySelector('.views :checked')?.id;
  document.getElementById('compose').replaceWith(fresh);
  if (view && document.getElementById(view)) document.getElementById(view).checked = true;
  if (remember) history.pushState(null, '', href);
  document.querySelector('#orders a.send, #order h2, .ask h2')?.scrollIntoView({ block: 'nearest' });
}

document.addEventListener('click', event => {
  const a = event.target.closest('a.go, .board a');
  if (!a || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  compose(new URL(a.getAttribute('href'), location.href).href, true);
});
document.addEventListener('focusin', event => event.target.closest('textarea')?.select());
addEventListener('popstate', () => compose(location.href, false));
