'use strict';
(() => {
const data = JSON.parse(document.getElementById('data').textContent);
const { nodes, rules } = data;
const environments = new Map(data.environments);
const $ = id => document.getElementById(id);
const sourcePane = $('source'), pane = $('derivation'), tree = $('tree'), card = $('card');
const HERE = 0, AGAIN = 1, HOLDS = 2, ASSUMED = 3, FAILS = 4;

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

// ── Statements ──────────────────────────────────────────────────────────────────────────────────────────────────────
const CLASSES = ['', 'kw', 'var', 'cls', '', 'lit', 'meta', 'omitted'];

function statement(pieces) {
  const out = element('span', 'statement');
  for (let i = 0; i < pieces.length; i += 2) {
    const name = CLASSES[pieces[i]], text = pieces[i + 1];
    if (!name) out.append(text);
    else if (name !== 'meta') out.append(element('span', name, text));
    else for (const part of text.split(/(E[₀-₉]+|⊢final)/)) {
      if (part === '⊢final') out.append(element('span', 'meta', '⊢', element('sub', '', 'final')));
      else if (part) out.append(element('span', environments.has(part) ? 'meta env' : 'meta', part));
    }
  }
  return out;
}

// ── The source ──────────────────────────────────────────────────────────────────────────────────────────────────────
const KEYWORDS = new Set(('class extends final guarded_by requires ghost thread_local new let in synchronized fork this null ' +
  'true false if else while print assert holds no_warn int boolean void').split(' '));
const lines = data.source.split('\n');
const starts = [0];
for (const line of lines) starts.push(starts.at(-1) + line.length + 1);
const lineElements = [];

/* The pieces of the source that have a colour: start, end, class. Comments nest; annotation comments are code. */
function scan(text) {
  const found = [];
  const word = /[A-Za-z_$][\w$]*|\d+|"(?:\\.|[^"\\\n])*"|\/\/#|\/\/[^\n]*|\/\*#|\/\*|\*\//gy;
  let at = 0;
  while (at < text.length) {
    word.lastIndex = at;
    const match = word.exec(text);
    if (!match) { at++; continue; }
    let end = word.lastIndex;
    const token = match[0];
    if (token === '/*') {
      let depth = 1;
      while (end < text.length && depth > 0) {
        if (text.startsWith('/*', end)) { depth++; end += 2; }
        else if (text.startsWith('*/', end)) { depth--; end += 2; }
        else end++;
      }
      found.push([at, end, 'comment']);
    } else if (token === '/*#' || token === '//#' || token === '*/') found.push([at, end, 'annotation']);
    else if (token.startsWith('//')) found.push([at, end, 'comment']);
    else if (token[0] === '"' || /^\d/.test(token)) found.push([at, end, 'lit']);
    else if (KEYWORDS.has(token)) found.push([at, end, 'kw']);
    at = end;
  }
  return found;
}

function buildSource() {
  const found = scan(data.source);
  let next = 0, block = null;
  lines.forEach((line, i) => {
    if (i % 100 === 0) sourcePane.append(block = element('div', 'block'));
    const code = element('code');
    let at = starts[i];
    const end = at + line.length;
    while (next < found.length && found[next][0] < end) {
      const [from, to, name] = found[next];
      if (from > at) code.append(data.source.slice(at, from));
      const start = Math.max(from, at);
      code.append(element('span', name, data.source.slice(start, Math.min(to, end))));
      at = Math.min(to, end);
      if (to > end) break;
      next++;
    }
    if (at < end) code.append(data.source.slice(at, end));
    const row = element('div', 'code-line', code);
    row.dataset.n = i + 1;
    block.append(row);
    lineElements.push(code);
  });
}

/* The line of an offset, from 0. */
function lineOf(offset) {
  let low = 0, high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) low = middle; else high = middle - 1;
  }
  return low;
}

/* A point of a line's text as a text node and an offset in it. */
function point(line, column) {
  const walker = document.createTreeWalker(lineElements[line], NodeFilter.SHOW_TEXT);
  let text = null, left = column;
  while (walker.nextNode()) {
    text = walker.currentNode;
    if (left <= text.length) return [text, left];
    left -= text.length;
  }
  return text ? [text, text.length] : [lineElements[line], 0];
}

let boxes = [];
function unmark() { boxes.forEach(box => box.remove()); boxes = []; }

function mark(start, end, name) {
  const origin = sourcePane.getBoundingClientRect();
  const first = lineOf(start), last = Math.min(lineOf(Math.max(start, end - 1)), first + 2000);
  for (let i = first; i <= last; i++) {
    const from = Math.max(start - starts[i], lines[i].search(/\S|$/)), to = Math.min(end - starts[i], lines[i].length);
    if (from >= to) continue;
    const range = document.createRange();
    range.setStart(...point(i, from));
    range.setEnd(...point(i, to));
    const at = range.getBoundingClientRect();
    const box = element('div', name);
    Object.assign(box.style, {
      left: `${at.left - origin.left + sourcePane.scrollLeft - 2}px`, top: `${at.top - origin.top + sourcePane.scrollTop - 1}px`,
      width: `${at.width + 4}px`, height: `${at.height + 2}px`,
    });
    sourcePane.append(box);
    boxes.push(box);
  }
}

/* Marks what a judgment is about, and faintly what it is a premise of, if that is elsewhere. */
function markNode(id, below, reveal) {
  unmark();
  const node = nodes[id];
  if (below !== undefined) {
    const outer = nodes[below];
    if (node.a < outer.a || node.b > outer.b) mark(outer.a, outer.b, 'box faint');
  }
  if (id === 0 && node.b - node.a > data.source.trimEnd().length - 1) return;
  mark(node.a, node.b, node.f ? 'box bad' : 'box');
  if (reveal) revealLine(lineOf(node.a), Math.min(lineOf(node.b), lineOf(node.a) + 3));
}

function revealLine(first, last) {
  const view = sourcePane.getBoundingClientRect();
  const top = lineElements[first].getBoundingClientRect().top, bottom = lineElements[last].getBoundingClientRect().bottom;
  if (top < view.top + 8) sourcePane.scrollTop += top - view.top - view.height / 3;
  else if (bottom > view.bottom - 8) sourcePane.scrollTop += bottom - view.bottom + view.height / 3;
}

/* The judgment about the smallest expression or declaration at an offset. */
function nodeAt(offset) {
  let best = -1, size = Infinity;
  nodes.forEach((node, i) => {
    if (node.e && node.a <= offset && offset < node.b && node.b - node.a < size) { best = i; size = node.b - node.a; }
  });
  return best;
}

function offsetAt(event) {
  const line = event.target.closest?.('.code-line');
  if (!line) return -1;
  let text, offset;
  if (document.caretPositionFromPoint) {
    const caret = document.caretPositionFromPoint(event.clientX, event.clientY);
    if (caret) [text, offset] = [caret.offsetNode, caret.offset];
  } else {
    const range = document.caretRangeFromPoint?.(event.clientX, event.clientY);
    if (range) [text, offset] = [range.startContainer, range.startOffset];
  }
  if (!text || text.nodeType !== Node.TEXT_NODE || !line.contains(text)) return -1;
  // The caret is between two characters; what is pointed at is the one under the pointer.
  const range = document.createRange();
  range.setStart(text, Math.min(offset, text.length - 1));
  range.setEnd(text, Math.min(offset + 1, text.length));
  if (offset > 0 && event.clientX < range.getBoundingClientRect().left) offset--;
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let before = 0;
  while (walker.nextNode() && walker.currentNode !== text) before += walker.currentNode.length;
  return starts[line.dataset.n - 1] + before + offset;
}

// ── The tree ────────────────────────────────────────────────────────────────────────────────────────────────────────
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

// ── Pointing ────────────────────────────────────────────────────────────────────────────────────────────────────────
let pointed = null;
function unpoint() { pointed?.classList.remove('pointed'); pointed = null; }

function itemId(item) {
  return item.dataset.id !== undefined ? +item.dataset.id : +item.parentElement.closest('li[role="treeitem"]').dataset.id;
}

function parentId(item) {
  const outer = item.parentElement.closest('li[role="treeitem"]');
  return outer ? +outer.dataset.id : undefined;
}

let marked = null;
function markItem(item) {
  if (!item || item === marked) return;
  marked = item;
  unpoint();
  markNode(itemId(item), parentId(item), true);
}

tree.addEventListener('mouseover', event => markItem(event.target.closest('li[role="treeitem"]')));
tree.addEventListener('focusin', event => markItem(event.target.closest('li[role="treeitem"]')));
tree.addEventListener('mouseleave', () => { marked = null; if (current && document.activeElement === current) markItem(current); else unmark(); });

function pointAt(id) {
  unpoint();
  // The judgment itself, or what is visible of the way to it.
  let at = id;
  while (at !== undefined && !(items.get(at)?.offsetParent)) at = below[at];
  const item = items.get(at);
  if (!item) return;
  pointed = item.firstElementChild;
  pointed.classList.add('pointed');
}

sourcePane.addEventListener('mousemove', event => {
  const offset = offsetAt(event);
  const id = offset < 0 ? -1 : nodeAt(offset);
  if (id < 0) { unmark(); unpoint(); return; }
  markNode(id, undefined, false);
  pointAt(id);
});
sourcePane.addEventListener('mouseleave', () => { unmark(); unpoint(); marked = null; });
sourcePane.addEventListener('click', event => {
  const offset = offsetAt(event), id = offset < 0 ? -1 : nodeAt(offset);
  if (id >= 0) show(id);
});

// ── Cards ───────────────────────────────────────────────────────────────────────────────────────────────────────────
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

// ── The page ────────────────────────────────────────────────────────────────────────────────────────────────────────
/* The judgments with a premise that fails. */
const failing = nodes.flatMap((node, id) => node.c.some(([, evidence]) => evidence === FAILS) ? [id] : []);

function remarks() {
  const footer = $('remarks');
  for (const text of data.failures) footer.append(element('p', 'bad', `✗ ${text}`));
  for (const text of data.remarks) footer.append(element('p', '', text));
  footer.append(element('p', '', 'Premises that need no line each stand after ✓. Point at a rule, a premise or an environment to see what it says; at a judgment, to see what it is about; at the program, to find the judgment.'));
  const keys = element('p', '');
  for (const [key, does] of [['↑ ↓', 'move'], ['← →', 'fold, unfold'], ['*', 'unfold all above'], ['r', 'the rule'], ['Esc', 'close']]) {
    keys.append(element('kbd', '', key), ` ${does}   `);
  }
  footer.append(keys);
}

function start() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const theme = wanted => { document.documentElement.dataset.theme = wanted; };
  theme(dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', () => theme(dark.matches ? 'dark' : 'light'));
  $('theme').addEventListener('click', () => theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));

  buildSource();
  const verdict = $('verdict');
  verdict.textContent = data.holds ? 'holds' : `does not hold: ${failing.length === 1 ? 'a premise fails' : `${failing.length} premises fail`}`;
  verdict.classList.toggle('bad', !data.holds);
  const root = treeItem(0, 1, '');
  root.tabIndex = 0;
  current = root;
  tree.append(root);
  remarks();
  open(root);
  if (failing.length) {
    failing.slice(0, 50).forEach(id => { const item = reach(id); if (item) open(item); });
    let next = 0;
    const button = $('next-failure');
    button.hidden = false;
    button.textContent = failing.length > 1 ? 'Next failure' : 'To the failure';
    const go = () => { show(failing[next % failing.length]); next++; };
    button.addEventListener('click', go);
    go();
  } else {
    // As much as fits: level by level.
    let level = [root];
    while (level.length && tree.querySelectorAll('li[role="treeitem"]').length + level.length < 40) {
      level = level.flatMap(item => [...item.querySelectorAll(':scope > ul > li[role="treeitem"]')]);
      if (tree.querySelectorAll('li[role="treeitem"]').length + level.length * 2 > 60) break;
      level.forEach(open);
    }
  }
  $('unfold').addEventListener('click', () => openAll(root));
  $('fold').addEventListener('click', () => {
    tree.querySelectorAll('li[aria-expanded="true"]').forEach(item => { if (item !== root) close(item); });
    focus(root);
  });
}
start();
})();
