// The data of the page, and statements as elements.

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
