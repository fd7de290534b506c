// The course beside the program: the text of a chapter, its programs live in the editor, its rules as cards, its exercises in place.

import { useEffect, useRef, useState } from "preact/hooks";
import { type Block, type Chapter, type Inline, type Target, keep, kept } from "../course.ts";
import { begin, solved } from "../exercise.ts";
import type { Model } from "../model.ts";
import type { Derivation, Why } from "../types.ts";
import { Tree } from "../tree.ts";
import { Figure } from "./card.tsx";
import { Code, Said } from "./bits.tsx";
import { TreeView } from "./tree.tsx";

export function CoursePane({ model }: { model: Model }) {
  const { chapters, chapter: name } = model.state.course!, at = chapters.findIndex((c) => c.name === name), chapter = chapters[at];
  const pane = useRef<HTMLDivElement>(null), anchor = model.state.course!.anchor;
  useEffect(() => {
    keep({ last: name });
    const to = anchor && pane.current?.querySelector(`[id="course-${anchor}"]`);
    if (to) to.scrollIntoView();
    else pane.current?.scrollTo(0, 0);
  }, [name, anchor]);
  const read = () => {
    const own = pane.current!;
    if (own.scrollTop + own.clientHeight > own.scrollHeight - 40 && !kept().read.includes(name)) keep({ read: [...kept().read, name] });
  };
  const parts = [...new Set(chapters.map((c) => c.part))];
  return (
    <>
      <div class="pane-head">
        <h2>Course</h2>
        <label class="grow"><span class="visually-hidden">Chapter</span>
          <select value={name} onChange={(e) => model.read(e.currentTarget.value)}>
            {parts.map((part) => <optgroup label={part || "Begin"}>{chapters.filter((c) => c.part === part).map((c) => <option value={c.name}>{kept().read.includes(c.name) ? "✓ " : ""}{c.title}</option>)}</optgroup>)}
          </select>
        </label>
        <button type="button" class="plain" onClick={() => model.set({ projects: !model.state.projects })} aria-pressed={!!model.state.projects} title="Large type, one pane">Projector</button>
        <button type="button" class="plain" onClick={() => print()}>Print</button>
        <button type="button" class="plain" aria-label="Close the course" onClick={() => model.set({ course: undefined, projects: false, tab: model.state.tab === "course" ? "program" : model.state.tab })}>✕</button>
      </div>
      <div class="scroll chapter" ref={pane} tabIndex={0} role="document" aria-label={chapter.title} onScroll={read}>
        <Blocks blocks={chapter.blocks} model={model} chapter={chapter} />
        <nav class="buttons" aria-label="Chapters">
          {at > 0 && <button type="button" onClick={() => model.read(chapters[at - 1].name)}>◀ {chapters[at - 1].title}</button>}
          {at + 1 < chapters.length && <button type="button" class="primary" onClick={() => model.read(chapters[at + 1].name)}>{chapters[at + 1].title} ▶</button>}
        </nav>
      </div>
    </>
  );
}

function Blocks({ blocks, model, chapter }: { blocks: Block[]; model: Model; chapter: Chapter }) {
  return <>{blocks.map((block, i) => <One block={block} model={model} chapter={chapter} key={i} />)}</>;
}

function One({ block: b, model, chapter }: { block: Block; model: Model; chapter: Chapter }) {
  const text = (t: Inline[]) => <Text text={t} model={model} />;
  switch (b.kind) {
    case "heading": {
      const Heading = `h${Math.min(b.level + 2, 6)}` as "h3";
      return <Heading id={`course-${b.anchor}`}>{text(b.text)}</Heading>;
    }
    case "paragraph": return <p>{text(b.text)}</p>;
    case "list": {
      const items = b.items.map((item) => <li><Blocks blocks={item} model={model} chapter={chapter} /></li>);
      return b.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "quote": return <blockquote><Blocks blocks={b.blocks} model={model} chapter={chapter} /></blockquote>;
    case "table": return <div class="wide"><table><thead><tr>{b.head.map((cell) => <th scope="col">{text(cell)}</th>)}</tr></thead><tbody>{b.rows.map((row) => <tr>{row.map((cell) => <td>{text(cell)}</td>)}</tr>)}</tbody></table></div>;
    case "code": return <pre tabIndex={0}>{b.text}</pre>;
    case "transcript": return <pre class="transcript" tabIndex={0}>{b.text}</pre>;
    case "program": return (
      <div class="live">
        <pre tabIndex={0}>{b.text.trimEnd().split("\n").map((line) => <><Code text={line} />{"\n"}</>)}</pre>
        <button type="button" onClick={() => model.openProgram(b.name, b.text)}>Open in the editor</button>
      </div>
    );
    case "rule": {
      const rule = model.state.book.find((r) => r.rule === b.name);
      return rule ? <div class="ruled"><button type="button" class="rule" onClick={() => { model.explainRule(rule.rule); model.set({ tab: "typing" }); }}>[{rule.rule}]</button><Figure rule={rule} off={[]} /></div> : <p class="quiet">[{b.name}]</p>;
    }
    case "why": return <WhyCard name={b.name} model={model} />;
    case "derivation": return <Derived name={b.name} text={b.text} at={b.at} model={model} />;
    case "exercise": return <Task name={b.name} model={model} />;
    case "break": return <hr />;
  }
}

function Text({ text, model }: { text: Inline[]; model: Model }) {
  return <>{text.map((t) => {
    switch (t.kind) {
      case "text": return t.text;
      case "code": return <code>{t.text}</code>;
      case "strong": return <b><Text text={t.text} model={model} /></b>;
      case "emphasis": return <em><Text text={t.text} model={model} /></em>;
      case "link": return <Link to={t.to} model={model}><Text text={t.text} model={model} /></Link>;
    }
  })}</>;
}

function Link({ to, model, children }: { to: Target; model: Model; children: preact.ComponentChildren }) {
  const click = (act: () => void) => <button type="button" class="link" onClick={act}>{children}</button>;
  switch (to.kind) {
    case "chapter": return model.state.course!.chapters.some((c) => c.name === to.name) ? click(() => model.read(to.name, to.anchor ?? undefined)) : <>{children}</>;
    case "here": return click(() => model.read(model.state.course!.chapter, to.anchor));
    case "program": return click(() => void model.example(to.name));
    case "calculus": {
      // A rule of the definition is a card of the page, and a premise one of its lines.
      const short = (name: string) => name.toLowerCase().replaceAll(" ", "-"), rule = model.state.book.find((r) => to.anchor === short(r.rule) || r.premises.some((p) => to.anchor === `${short(r.rule)}-${p.name}`));
      const premise = rule?.premises.find((p) => to.anchor === `${short(rule.rule)}-${p.name}`)?.name;
      return rule ? click(() => { model.explainRule(rule.rule, premise); model.set({ tab: "typing" }); }) : <span title="docs/calculus.md">{children}</span>;
    }
    case "address": return <a href={to.url} target="_blank" rel="noopener noreferrer">{children}</a>;
    case "file": return <span title={to.path}>{children}</span>;
  }
}

/** The reason for a premise, and the smallest program that goes wrong without it. */
function WhyCard({ name, model }: { name: string; model: Model }) {
  const [why, set] = useState<Why>(), [failed, fail] = useState("");
  useEffect(() => { model.engine?.ask<Why>({ ask: "why", options: { name } }).then(set, (e: Error) => fail(e.message)); }, [name]);
  const example = why?.race ?? why?.example;
  return (
    <aside class="ruled">
      <b class="premise">{name}</b>
      {failed && <p class="notice">{failed}</p>}
      {why?.reason && <p><Said text={why.reason} /></p>}
      {why?.none_because?.map((reason) => <p class="quiet"><Said text={reason} /></p>)}
      {example && (
        <>
          <p>The smallest program that goes wrong without it, with {example.tokens} tokens: {example.wrong}.</p>
          <div class="live">
            <pre tabIndex={0}>{example.program.trimEnd().split("\n").map((line) => <><Code text={line} />{"\n"}</>)}</pre>
            <button type="button" onClick={() => { model.load({ name: "smallest.rfj", text: example.program, rules: { variant: [], off: [name] } }); model.show({ schedule: example.schedule }); }}>See it go wrong</button>
          </div>
        </>
      )}
    </aside>
  );
}

function Derived({ name, text, at, model }: { name: string; text: string; at: string; model: Model }) {
  const [tree, set] = useState<Tree>(), [open, setOpen] = useState(new Set<number>());
  useEffect(() => {
    model.engine?.ask<{ derivation?: Derivation }>({ ask: "derivation", program: { name, text }, options: { at } }).then(({ derivation }) => {
      if (!derivation) return;
      const made = new Tree(derivation);
      set(made);
      setOpen(made.opened());
    }, () => undefined);
  }, [text, at]);
  if (!tree) return <p class="quiet">The derivation is being made …</p>;
  const toggle = (key: number) => setOpen((all) => { const next = new Set(all); if (!next.delete(key)) next.add(key); return next; });
  return <div class="derived"><TreeView tree={tree} open={open} act={{ toggle, unfold: toggle, choose: () => undefined, jump: () => undefined }} label={`Derivation of ${name} at ${at}`} /></div>;
}

function Task({ name, model }: { name: string; model: Model }) {
  const title = name.split("/").at(-1)!.replace(/^\d+-/, "").replaceAll("-", " "), done = solved()[name];
  return <p class="task-card"><b>{done ? <span class="good">✓ solved </span> : ""}Exercise: {title}</b> <button type="button" onClick={() => begin(model, name)}>{done ? "Again" : "Begin"}</button></p>;
}
