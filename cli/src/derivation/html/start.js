// What is open at first, and the buttons.

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
  const holds = data.trusts ? 'holds, if what is taken on trust does' : 'holds';
  const fails = data.failing === 1 ? 'a premise fails' : `${data.failing} premises fail`;
  verdict.textContent = data.holds ? holds : `does not hold: ${fails}`;
  verdict.classList.add(data.holds ? data.trusts ? 'trusted' : 'good' : 'bad');
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
