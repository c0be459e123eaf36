/**
 * The only script of the page. It makes the page more convenient, and the page works without it. It contains nothing
 * from the target: it reads the document and writes only texts. It is a constant so that the policy can allow it by its
 * digest; a compiler might change a function.
 */
export const script = `
'use strict';
(() => {
  const rules = [...document.querySelectorAll('.rule')];
  const groups = [...document.querySelectorAll('.group')];
  const search = document.getElementById('search');
  const count = document.getElementById('count');
  const texts = new Map();
  const textOf = (rule) => {
    if (!texts.has(rule)) texts.set(rule, rule.textContent.toLowerCase());
    return texts.get(rule);
  };
  const shows = (rule) => !rule.hidden && getComputedStyle(rule).display !== 'none';
  const update = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    for (const rule of rules) rule.hidden = !words.every((word) => textOf(rule).includes(word));
    for (const group of groups) group.hidden = false;
    const shown = rules.filter(shows);
    for (const group of groups) group.hidden = !shown.some((rule) => group.contains(rule));
    count.textContent = shown.length + ' of ' + rules.length + ' rules shown';
  };
  const visit = () => {
    let id = '';
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    const rule = document.getElementById(id);
    if (!rule || !rule.matches('.rule')) return;
    if (!shows(rule)) {
      search.value = '';
      for (const box of document.querySelectorAll('.controls input[type=checkbox]')) box.checked = true;
      for (const one of document.querySelectorAll('.controls select')) one.value = '*';
      update();
    }
    rule.open = true;
    rule.scrollIntoView();
  };
  const copier = (words, textToCopy, shown) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = words;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(textToCopy());
        button.textContent = 'copied';
      } catch {
        getSelection().selectAllChildren(shown);
        button.textContent = 'marked: copy it';
      }
      setTimeout(() => { button.textContent = words; }, 1500);
    });
    return button;
  };
  for (const text of document.querySelectorAll('pre[data-copy]'))
    text.previousElementSibling.append(copier('copy', () => text.textContent, text));
  for (const link of document.querySelectorAll('.permalink'))
    link.after(copier('copy link', () => link.href, link));
  for (const part of document.querySelectorAll('[data-script]')) part.hidden = false;
  document.getElementById('open-all').addEventListener('click', () => { for (const rule of rules.filter(shows)) rule.open = true; });
  document.getElementById('fold-all').addEventListener('click', () => { for (const rule of rules.filter(shows)) rule.open = false; });
  search.addEventListener('input', update);
  document.querySelector('.controls').addEventListener('change', update);
  addEventListener('hashchange', visit);
  addEventListener('keydown', (event) => {
    const typing = /^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== 'checkbox';
    if (event.key === 'Escape' && event.target === search) { search.value = ''; update(); }
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    search.focus();
  });
  update();
  visit();
})();
`;
