// The tree at the right, built as it is unfolded.

/* Where each judgment is in the tree: the one whose premise it is shown as, and its number. */
const below = new Array(nodes.length), numbers = new Array(nodes.length), items = new Map();
numbers[0] = '';
nodes.forEach((node, id) => {
  let n = 0;
  for (const [, evidence, what] of ownPremises(node)) {
    n++;
    if (evidence === HERE) {
      below[what] = id;
      numbers[what] = numbers[id] ? `${numbers[id]}.${n}` : `${n}`;
    }
  }
  for (const [, evidence, what] of node.c) if (evidence === HERE) below[what] = id;
});

function isFolded([, evidence, what]) {
  return evidence === HOLDS || (evidence === HERE || evidence === AGAIN) && nodes[what].t;
}

/* The premises that get lines of their own. */
function ownPremises(node) { return node.c.filter(premise => !isFolded(premise)); }

function premiseName(rule, index, text) {
  const name = element('span', 'premise', text ?? rules[rule][4][index][0]);
  Object.assign(name.dataset, { rule, index });
  return name;
}

/* `again`: its premises are shown where it is evidence for another premise; 'leaf': it has none to show. */
function treeItem(id, level, number, label, again) {
  const node = nodes[id];
  const item = element('li', node.f ? 'failing' : '');
  item.setAttribute('role', 'treeitem');
  item.setAttribute('aria-level', level);
  item.tabIndex = -1;
  item.dataset.id = id;
  const row = element('div', 'row', element('span', 'twisty'));
  const rule = element('span', 'rule', rules[node.r][0]);
  rule.dataset.rule = node.r;
  if (number) row.append(element('span', 'number', number));
  if (label) row.append(label);
  row.append(statement(node.s));
  if (again === true) {
    const link = element('button', 'again', `as ${numbers[id] || 'the root'}`);
    link.type = 'button';
    link.tabIndex = -1;
    row.append(link);
  }
  row.append(rule);
  item.append(row);
  if (!again) {
    items.set(id, item);
    if (ownPremises(node).length > 0 || node.x || id === 0) item.setAttribute('aria-expanded', 'false');
  }
  return item;
}

/* What fails, by the rule of the innermost expression or declaration: that rule's premise and what it is for. */
function culprit(id, index) {
  let at = id, through = index;
  while (!nodes[at].e && below[at] !== undefined) {
    const above = at;
    at = below[at];
    through = nodes[at].c.find(([, evidence, what]) => evidence === HERE && what === above)[0];
  }
  const [name, , , , premises] = rules[nodes[at].r];
  return at === id ? null : element('p', '', element('b', '', `${premises[through][0]} of [${name}]: `), premises[through][3]);
}

function premiseItem(id, [index, evidence, what], level, number) {
  const node = nodes[id], label = premiseName(node.r, index);
  if (evidence === HERE) return treeItem(what, level, number, label);
  if (evidence === AGAIN) return treeItem(what, level, number, label, ownPremises(nodes[what]).length === 0 ? 'leaf' : true);
  const item = element('li', evidence === FAILS ? 'fails' : 'assumed');
  item.setAttribute('role', 'treeitem');
  item.setAttribute('aria-level', level);
  item.tabIndex = -1;
  const [, sort, , why] = rules[node.r][4][index];
  if (evidence === FAILS) {
    item.append('✗ ', label, statement(what), element('p', '', `This premise fails. ${why}`));
    const outer = culprit(id, index);
    if (outer) item.append(outer);
  } else {
    item.append(label, statement(what), sort === '?' ? ' (assumed: it is switched off)' : ' (assumed)');
  }
  return item;
}

/* Premises that need no line each, in one line. */
function side(node) {
  const folded = node.c.filter(isFolded);
  if (folded.length === 0) return null;
  const line = element('li', 'side', element('span', 'tick', '✓'));
  line.setAttribute('role', 'none');
  for (const [index, evidence, what] of folded) {
    const chip = element('span', 'chip', rules[node.r][4][index][0]);
    Object.assign(chip.dataset, { rule: node.r, index });
    chip.said = evidence === HOLDS ? what : nodes[what].s;
    line.append(chip);
  }
  return line;
}

function build(item) {
  const id = +item.dataset.id, node = nodes[id], level = +item.getAttribute('aria-level') + 1;
  const group = element('ul');
  group.setAttribute('role', 'group');
  const line = side(node);
  if (line) group.append(line);
  if (node.x) {
    const hidden = element('li', 'hidden-part', `… ${node.x} judgment${node.x === 1 ? '' : 's'} not on this page`);
    hidden.setAttribute('role', 'none');
    group.append(hidden);
  }
  ownPremises(node).forEach((premise, i) => {
    group.append(premiseItem(id, premise, level, numbers[id] ? `${numbers[id]}.${i + 1}` : `${i + 1}`));
  });
  item.append(group);
}

const isOpen = item => item.getAttribute('aria-expanded') === 'true';
const isFoldable = item => item.hasAttribute('aria-expanded');

function open(item) {
  if (!isFoldable(item) || isOpen(item)) return;
  if (!item.querySelector(':scope > ul')) build(item);
  item.querySelector(':scope > ul').hidden = false;
  item.setAttribute('aria-expanded', 'true');
}

function close(item) {
  if (!isFoldable(item) || !isOpen(item)) return;
  item.querySelector(':scope > ul').hidden = true;
  item.setAttribute('aria-expanded', 'false');
  if (item.contains(document.activeElement) && item !== document.activeElement) focus(item);
}

/* Opens everything above an item, a piece at a time where there is much. */
function openAll(item, done) {
  const todo = [item];
  const work = () => {
    const until = performance.now() + 40;
    while (todo.length && performance.now() < until) {
      const next = todo.pop();
      open(next);
      const group = next.querySelector(':scope > ul');
      if (group) todo.push(...[...group.children].filter(isFoldable).reverse());
    }
    if (todo.length) setTimeout(work); else done?.();
  };
  work();
}

/* The item of a judgment, with everything below it opened. */
function reach(id) {
  const chain = [];
  for (let at = id; at !== undefined; at = below[at]) chain.unshift(at);
  chain.slice(0, -1).forEach(at => { const item = items.get(at); if (item) open(item); });
  return items.get(id);
}

let current = null;
function focus(item, options) {
  if (!item) return;
  if (current) current.tabIndex = -1;
  current = item;
  item.tabIndex = 0;
  item.focus({ preventScroll: true });
  const row = item.firstElementChild?.classList.contains('row') ? item.firstElementChild : item;
  const at = row.getBoundingClientRect(), view = pane.getBoundingClientRect();
  if (at.top < view.top + 10 || at.bottom > view.bottom - 10) {
    pane.scrollTop += at.top - view.top - view.height * (options?.high ? .2 : .4);
  }
}

function show(id) {
  const item = reach(id);
  focus(item, { high: true });
  if (item) open(item);
}

const visibleItems = () => [...tree.querySelectorAll('li[role="treeitem"]')].filter(item => item.offsetParent !== null);

tree.addEventListener('click', event => {
  const item = event.target.closest('li[role="treeitem"]');
  if (!item) return;
  if (event.target.closest('.again')) return show(+item.dataset.id);
  if (event.target.closest('.rule, .premise, .chip, .env')) return;
  focus(item);
  if (isFoldable(item) && event.target.closest('.row')) { isOpen(item) ? close(item) : open(item); }
});

tree.addEventListener('keydown', event => {
  const item = event.target.closest('li[role="treeitem"]');
  if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = () => visibleItems();
  const step = by => { const list = all(); focus(list[list.indexOf(item) + by]); };
  const actions = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ArrowRight: () => isFoldable(item) && !isOpen(item) ? open(item) : focus(item.querySelector(':scope > ul > li[role="treeitem"]')),
    ArrowLeft: () => isOpen(item) ? close(item) : focus(item.parentElement.closest('li[role="treeitem"]')),
    Home: () => focus(all()[0]),
    End: () => focus(all().at(-1)),
    Enter: () => item.querySelector(':scope > .row > .again') ? show(+item.dataset.id) : isOpen(item) ? close(item) : open(item),
    '*': () => openAll(item),
    r: () => pin(item.querySelector('.rule, .premise')),
    Escape: () => unpin(),
  };
  const action = actions[event.key === ' ' ? 'Enter' : event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
