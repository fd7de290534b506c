// The program at the left: its lines, marks in them, and what is at a place.

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
    // A line that is too long for the screen has a box for each of its rows.
    const rows = new Map();
    for (const at of range.getClientRects()) {
      const row = rows.get(at.top);
      rows.set(at.top, { top: at.top, height: at.height, left: Math.min(at.left, row?.left ?? at.left), right: Math.max(at.right, row?.right ?? at.right) });
    }
    for (const at of rows.values()) {
      const box = element('div', name);
      Object.assign(box.style, {
        left: `${at.left - origin.left + sourcePane.scrollLeft - 2}px`, top: `${at.top - origin.top + sourcePane.scrollTop - 1}px`,
        width: `${at.right - at.left + 4}px`, height: `${at.height + 2}px`,
      });
      sourcePane.append(box);
      boxes.push(box);
    }
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
