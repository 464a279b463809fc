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
const results = nav.insertBefore(document.createElement('ul'), box.nextSibling);
let items;
const itemsOf = () => all('li', nav).map((item) => {
  const link = item.firstElementChild;
  const target = document.getElementById(link.hash.slice(1));
  const path = target.querySelector('.path')?.textContent.trim().replace(/\\s+/g, ' ') ?? '';
  const keys = all('.key', target).map((key) => key.textContent);
  if (path) link.append(Object.assign(document.createElement('small'), { textContent: path }));
  const title = (link.textContent + ' ' + target.id).toLowerCase();
  const quote = link.appendChild(document.createElement('q'));
  return { item, home: item.parentNode, link, target, quote, title, keys: keys.join(' ').toLowerCase(), text: target.textContent.toLowerCase() };
});
// The sentence for which a place was found; none where its title or a name says it.
const quoteOf = ({ target, title, keys }, phrases) => {
  if (phrases.some((phrase) => phrase.split(' ').every((word) => title.includes(word) || keys.includes(word)))) return '';
  const texts = all('p,td', target).map((part) => part.textContent);
  for (const phrase of phrases) {
    const text = texts.find((one) => phrase.split(' ').every((word) => one.toLowerCase().includes(word)));
    if (!text) continue;
    const at = text.toLowerCase().indexOf(phrase.split(' ')[0]);
    const begin = text.lastIndexOf('. ', at) + 1;
    const from = Math.max(begin, text.lastIndexOf(' ', at - 60) + 1);
    const quote = (from > begin ? '… ' : '') + text.slice(from, at + 80).trim();
    return at + 80 < text.length ? quote.replace(/\\s+\\S*$/, ' …') : quote;
  }
  return '';
};
let best;
const find = () => {
  items ??= itemsOf();
  const typed = field.value.trim().toLowerCase().replace(/\\s+/g, ' ');
  const found = typed === '' ? [] : foundIn(items, typed, synonyms).map((at) => items[at]);
  for (const { home, item } of items) home.append(item);
  const phrases = [typed, ...(synonyms[typed] ?? synonyms[typed.replace(/s$/, '')] ?? [])];
  for (const one of found) {
    one.quote.textContent = quoteOf(one, phrases);
    results.append(one.item);
  }
  best = found[0];
  nav.classList.toggle('finding', typed !== '');
  box.querySelector('p').textContent = typed === '' ? '' : found.length === 0 ? 'Nothing found' : found.length + ' found';
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
    const places = [field, ...all('a', results)];
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
