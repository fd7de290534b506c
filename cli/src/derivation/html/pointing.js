// Pointing at a judgment marks its source, pointing at the source finds the judgment.

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
