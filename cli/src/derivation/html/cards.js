// What a rule, a premise or an environment says, beside it.

/* How a premise stands at a judgment: '', 'bad' or 'trusted'. */
function standing(id, index) {
  const of = nodes[id].c.filter(premise => premise[0] === index);
  if (of.some(([, evidence, what]) => evidence === FAILS || evidence <= AGAIN && nodes[what].f)) return 'bad';
  return of.some(([, evidence]) => evidence === ASSUMED) ? 'trusted' : '';
}

function ruleCard(rule, index, said, id) {
  const [name, section, conclusion, note, premises] = rules[rule];
  const out = element('div', '');
  out.append(element('h2', '', `[${name}]`, element('small', '', `calculus, section ${section}`)));
  const figure = element('div', 'figure');
  const table = element('table');
  premises.forEach(([premise, sort, text], i) => {
    const row = element('tr', [i === index ? 'this' : '', id === undefined ? '' : standing(id, i)].join(' '));
    row.append(element('td', 'name', premise), element('td', 'sort', sort), element('td', '', text));
    table.append(row);
  });
  figure.append(table, element('div', 'bar', conclusion));
  out.append(figure);
  if (said) out.append(element('p', '', 'Here: ', statement(said)));
  if (note) out.append(element('p', '', note));
  const list = element('dl');
  premises.forEach(([premise, , , why], i) => {
    if (index === undefined || i === index) list.append(element('dt', '', premise), element('dd', '', why));
  });
  if (premises.length) out.append(list);
  return out;
}

function environmentCard(name) {
  const out = element('div', '');
  out.append(element('span', 'meta', `${name} = `), statement(environments.get(name)));
  return out;
}

let pinned = false, timer = 0;
function cardFor(target) {
  if (target.classList.contains('env')) return environmentCard(target.textContent);
  const { rule, index } = target.dataset;
  const item = target.closest('li[role="treeitem"]');
  // A premise is one of the judgment below.
  const of = index === undefined ? item : target.classList.contains('chip') ? item : item.parentElement.closest('li[role="treeitem"]');
  return ruleCard(+rule, index === undefined ? undefined : +index, target.said, +of.dataset.id);
}

function place(target) {
  const at = target.getBoundingClientRect(), size = card.getBoundingClientRect();
  const under = at.bottom + 8 + size.height < innerHeight;
  const top = under ? at.bottom + 8 : Math.max(8, at.top - 8 - size.height);
  card.style.top = `${top}px`;
  card.style.left = `${Math.max(8, Math.min(at.left, innerWidth - size.width - 12))}px`;
}

function openCard(target) {
  card.replaceChildren(cardFor(target));
  card.hidden = false;
  place(target);
}
function closeCard() { clearTimeout(timer); if (!pinned) card.hidden = true; }
function pin(target) {
  if (!target) return;
  if (pinned) return unpin();
  openCard(target);
  pinned = true;
  card.classList.add('pinned');
}
function unpin() { pinned = false; card.classList.remove('pinned'); closeCard(); }

const TELLS = '.rule, .premise, .chip, .env';
tree.addEventListener('mouseover', event => {
  const target = event.target.closest(TELLS);
  if (pinned) return;
  closeCard();
  if (target) timer = setTimeout(() => openCard(target), card.hidden ? 180 : 60);
});
tree.addEventListener('mouseout', event => { if (event.target.closest(TELLS)) closeCard(); });
tree.addEventListener('click', event => {
  const target = event.target.closest(TELLS);
  if (target) { unpin(); pin(target); event.stopPropagation(); }
});
document.addEventListener('click', event => { if (pinned && !event.target.closest('#card') && !event.target.closest(TELLS)) unpin(); });
document.addEventListener('keydown', event => { if (event.key === 'Escape') unpin(); });
pane.addEventListener('scroll', () => { if (!pinned) closeCard(); });
