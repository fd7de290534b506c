// Small parts that several panes use.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export const colour = (thread: number) => `t${thread % 8}`;

/** Scrolls a pane, and nothing around it, so that a part of it is seen. */
export function into(pane: HTMLElement | null, part: HTMLElement | null | undefined) {
  if (!pane || !part) return;
  const [a, b] = [pane.getBoundingClientRect(), part.getBoundingClientRect()];
  // A row that stays at the top covers what is behind it.
  const top = a.top + (pane.querySelector<HTMLElement>(".way[aria-level='1']")?.offsetHeight ?? 0);
  if (b.top < top) pane.scrollTop -= top - b.top + 8;
  else if (b.bottom > a.bottom) pane.scrollTop += b.bottom - a.bottom + 8;
}

/** A thread's name with its colour; the number is the sign, the colour an aid. */
export function Thread({ thread, children }: { thread: number; children?: ComponentChildren }) {
  return <b class={`thread ${colour(thread)}`}>{children ?? `thread ${thread}`}</b>;
}

/** A message, with what stands in backticks as code. */
export function Said({ text }: { text: string }) {
  return <>{text.split("`").map((part, i, all) => (i % 2 && i + 1 < all.length ? <code>{part}</code> : i % 2 ? `\`${part}` : part))}</>;
}

export function Copy({ text, label, primary }: { text: string; label: string; primary?: boolean }) {
  const [done, set] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text).then(() => set(true), () => set(false));
    setTimeout(() => set(false), 1500);
  };
  return <button type="button" class={primary ? "primary" : undefined} onClick={copy}>{done ? "copied ✓" : label}</button>;
}

/** A list of rows of which, where there are many, only those in view are in the page. Rows may differ in height. */
export function Rows<T>({ items, row, estimate, scroller, show }: { items: T[]; row: (item: T, index: number) => ComponentChildren; estimate: number; scroller: { current: HTMLElement | null }; show?: number }) {
  const box = useRef<HTMLDivElement>(null), heights = useRef(new Map<number, number>()), [view, setView] = useState({ from: 0, to: 60 });
  const many = items.length > 500;
  const height = (i: number) => heights.current.get(i) ?? estimate;
  const look = () => {
    const pane = scroller.current, own = box.current;
    if (!pane || !own) return;
    const top = pane.getBoundingClientRect().top - own.getBoundingClientRect().top - 400, bottom = top + pane.clientHeight + 800;
    let from = 0, y = 0;
    while (from < items.length && y + height(from) < top) y += height(from++);
    let to = from;
    while (to < items.length && y < bottom) y += height(to++);
    setView((v) => (v.from === from && v.to === to ? v : { from, to }));
  };
  useEffect(() => {
    if (!many) return;
    heights.current.clear();
    look();
    const pane = scroller.current;
    pane?.addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => { pane?.removeEventListener("scroll", look); removeEventListener("resize", look); };
  }, [items, many]);
  useLayoutEffect(() => {
    if (!many || !box.current) return;
    [...box.current.children].slice(1, -1).forEach((child, i) => heights.current.set(view.from + i, (child as HTMLElement).offsetHeight));
  });
  useEffect(() => {
    const pane = scroller.current, own = box.current;
    if (!many || show === undefined || show < 0 || !pane || !own) return;
    let y = 0;
    for (let i = 0; i < show; i++) y += height(i);
    const top = own.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop + y;
    if (top < pane.scrollTop || top > pane.scrollTop + pane.clientHeight - 60) pane.scrollTop = top - pane.clientHeight / 3;
  }, [show, many]);
  if (!many) return <div ref={box} class="rows">{items.map(row)}</div>;
  let before = 0, after = 0;
  for (let i = 0; i < view.from; i++) before += height(i);
  for (let i = view.to; i < items.length; i++) after += height(i);
  return (
    <div ref={box} class="rows">
      <div style={{ height: `${before}px` }} />
      {items.slice(view.from, view.to).map((item, i) => row(item, view.from + i))}
      <div style={{ height: `${after}px` }} />
    </div>
  );
}

/** A modal window; Esc closes it. */
export function Modal({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const own = useRef<HTMLDialogElement>(null);
  useEffect(() => { own.current?.showModal(); }, []);
  const outside = (e: MouseEvent) => { if (e.target === own.current) close(); };
  return (
    <dialog ref={own} onClose={close} onClick={outside} aria-labelledby="dialog-title">
      <header><h2 id="dialog-title">{title}</h2><button type="button" class="plain" aria-label="Close" onClick={close}>✕</button></header>
      <div class="body" tabIndex={0} role="group" aria-labelledby="dialog-title">{children}</div>
    </dialog>
  );
}

/** A line of a program, or a part of one. */
export function Code({ text }: { text: string }) {
  const at = /^(?:[^"/]|"[^"]*"|\/(?!\/))*/.exec(text)![0].length;
  return <><Statement text={text.slice(0, at)} />{at < text.length && <span class="comment">{text.slice(at)}</span>}</>;
}

/** Text with the words of the calculus told apart. */
export function Statement({ text }: { text: string }) {
  const parts = text.split(/(⊢final|⊢|\b(?:class|extends|final|guarded_by|requires|ghost|thread_local|new|let|in|synchronized|fork|this|null|true|false|if|else|while|print|assert|holds|int|boolean|void)\b|"[^"]*"|\b\d+\b)/);
  const kind = (part: string) => (/^⊢/.test(part) ? "meta" : /^["\d]/.test(part) ? "lit" : "kw");
  return <span class="statement">{parts.map((part, i) => (i % 2 ? part === "⊢final" ? <span class="meta">⊢<sub>final</sub></span> : <span class={kind(part)}>{part}</span> : part))}</span>;
}
