import { foundIn, SYNONYMS } from './search.ts';

/** Copies code, searches the contents, shows one language everywhere, marks the current place. All text is readable without it. */
export const SCRIPT = `
(() => {
'use strict';
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const nav = document.querySelector('nav');
const said = document.getElementById('said');

for (const pre of all('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy – ' + pre.getAttribute('aria-label'));
  pre.after(button);
}
// The public key of a signed-in reader, in place of its variable.
fetch('/docs/keys').then((answer) => answer.json()).then((keys) => {
  if (keys.length === 0) return;
  for (const text of all('.curl pre b')) {
    text.textContent = text.textContent.replace('$PUBLIC_KEY', () => keys.at(-1));
    if (text.previousSibling?.textContent.endsWith('PUBLIC_KEY=')) text.textContent = "'" + keys.at(-1) + "'";
  }
}).catch(() => {});
// Without a certificate, browsers can copy only a selection.
const copySelected = (pre) => {
  const selection = getSelection();
  selection.selectAllChildren(pre);
  const done = document.execCommand('copy');
  selection.removeAllRanges();
  return done ? Promise.resolve() : Promise.reject(new Error('not copied'));
};
document.addEventListener('click', async ({ target }) => {
  if (!target.classList.contains('copy')) return;
  const pre = target.previousElementSibling;
  const copied = navigator.clipboard ? navigator.clipboard.writeText(pre.textContent) : copySelected(pre);
  const text = await copied.then(() => 'Copied', () => 'Not copied');
  target.textContent = said.textContent = text;
  setTimeout(() => { target.textContent = 'Copy'; said.textContent = ''; }, 2000);
});

// One language everywhere, also at the next visit. The page keeps its scroll position.
const speak = (language) => {
  for (const input of all('.langs input')) input.checked = input.value === language;
};
const stored = (act) => { try { return act(localStorage); } catch { return null; } };
const remember = () => {
  const known = stored((store) => store.getItem('docs-language'));
  if (all('.langs input').some(({ value }) => value === known)) speak(known);
};
remember();
// A browser that restores the page may also restore an earlier choice.
addEventListener('pageshow', remember);
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.langs input')) return;
  const before = target.getBoundingClientRect().top;
  speak(target.value);
  scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
  stored((store) => store.setItem('docs-language', target.value));
});

// Search: titles, paths and methods first, then names, then all text, also by words that people use for the same.
const foundIn = ${String(foundIn)};
const synonyms = ${JSON.stringify(SYNONYMS)};
const box = document.getElementById('find');
const field = box.querySelector('input');
box.hidden = false;
if (matchMedia('(pointer:fine)').matches) field.placeholder = 'Search, or press /';
let items;
const itemsOf = () => all('li', nav).map((item) => {
  const link = item.firstElementChild;
  const target = document.getElementById(link.hash.slice(1));
  const path = target.querySelector('.path')?.textContent.trim().replace(/\\s+/g, ' ') ?? '';
  const keys = all('.key', target).map((key) => key.textContent);
  if (path) link.append(Object.assign(document.createElement('small'), { textContent: path }));
  return { item, link, title: (link.textContent + ' ' + target.id).toLowerCase(), keys: keys.join(' ').toLowerCase(), text: target.textContent.toLowerCase() };
});
const shown = () => items.filter(({ item }) => !item.hidden);
let best;
const find = () => {
  items ??= itemsOf();
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const order = words.length === 0 ? items.keys() : foundIn(items, field.value, synonyms);
  const places = new Set(order);
  items.forEach(({ item }, at) => { item.hidden = !places.has(at); });
  best = items[[...places][0]];
  for (const group of all('.group', nav)) {
    group.hidden = words.length > 0 && !all('li', group.nextElementSibling).some((item) => !item.hidden);
  }
  nav.classList.toggle('finding', words.length > 0);
  const found = shown().length;
  box.querySelector('p').textContent = words.length === 0 ? '' : found === 0 ? 'Nothing found' : found + ' found';
};
field.addEventListener('input', find);
const clear = () => { field.value = ''; find(); };
box.addEventListener('submit', (event) => {
  event.preventDefault();
  if (field.value.trim() !== '') best?.link.click();
});
nav.addEventListener('click', ({ target }) => {
  if (target.closest('li a') && field.value !== '' && !matchMedia('(min-width:60rem)').matches) clear();
});
document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === '/' && !target.matches('input,textarea')) { event.preventDefault(); field.focus(); field.select(); }
  if (key === 'Escape' && field.value !== '') { clear(); field.focus(); }
  if ((key === 'ArrowDown' || key === 'ArrowUp') && nav.classList.contains('finding') && nav.contains(target)) {
    const places = [field, ...shown().map(({ link }) => link)];
    const next = places[places.indexOf(target) + (key === 'ArrowDown' ? 1 : -1)];
    if (next) { event.preventDefault(); next.focus(); }
  }
});

const links = new Map(all('a', nav).map((link) => [link.hash.slice(1), link]));
const inView = new Set();
let current;
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) isIntersecting ? inView.add(target) : inView.delete(target);
  const [first] = [...inView].sort((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1)).slice(-1);
  const link = first && links.get(first.id);
  if (!link || link === current) return;
  current?.removeAttribute('aria-current');
  current = link;
  link.setAttribute('aria-current', 'true');
  const { top, bottom } = link.getBoundingClientRect();
  const edge = nav.getBoundingClientRect();
  if (getComputedStyle(nav).position === 'sticky' && (top < edge.top + 90 || bottom > edge.bottom - 40)) {
    nav.scrollTop += top - edge.top - edge.height / 2;
  }
}, { rootMargin: '0px 0px -75% 0px' });
for (const id of links.keys()) {
  const target = document.getElementById(id);
  if (target?.matches('article,.chapter')) observer.observe(target);
}
})();
`;
