/**
 * Edits on a value that the host had parsed.
 *
 * The engine saw the value's JSON only. What it did not change must stay the caller's own, by
 * identity: a `-0`, an `undefined`, a lone surrogate, an own `__proto__` would not survive the
 * way through text.
 */

import { parseExactly } from './exact.js';
import type { Edit, Outcome } from './types.js';

/**
 * Performs a repaired outcome's edits on the very value that was sent; every object that no edit
 * goes through stays untouched. True when `target` is now what the outcome says, also when there
 * was nothing to do. False, with `target` untouched, when it cannot become that: an array where
 * an object is needed, or frozen.
 */
export function applyInPlace(target: object, outcome: Outcome): boolean {
  if (outcome.outcome !== 'repaired') return outcome.outcome === 'valid';
  const draft = new Draft(target);
  try {
    for (const edit of outcome.edits) draft.apply(edit);
  } catch {
    return false;
  }
  return draft.commit();
}

/**
 * The value after the edits. The containers on the way to an edit are copied, all else is shared
 * with `value`. Throws where an edit does not fit.
 */
export function withEdits(value: unknown, edits: readonly Edit[]): unknown {
  const draft = new Draft(value);
  for (const edit of edits) draft.apply(edit);
  return draft.result;
}

/** An edit that does not fit the value. */
class Misfit extends Error {}

/** A value whose containers are copied when an edit first goes through them. */
class Draft {
  readonly #sent: unknown;
  readonly #holder: { root: unknown };
  /** The copies with what they were copied from. */
  readonly #originals = new Map<object, object>();

  constructor(sent: unknown) {
    this.#sent = sent;
    this.#holder = { root: sent };
  }

  get result(): unknown {
    return this.#holder.root;
  }

  apply(edit: Edit): void {
    if (edit.at === 'name') return;
    if (edit.at === 'text') throw new Misfit('an edit of text');
    const [container, key] = this.#locate(edit.path);
    if (edit.at === 'key') rename(container, edit.before, edit.after);
    else if (edit.after === undefined) remove(container, key);
    else if (edit.before === undefined) insert(container, key, parseExactly(edit.after));
    else replace(container, key, parseExactly(edit.after));
  }

  /** Writes what changed into the containers that were sent. False if that is impossible. */
  commit(): boolean {
    const root = this.result;
    if (this.#original(root) !== this.#sent) {
      // The root was replaced: what was sent can only take the new one's members over.
      if (!isContainer(root) || !isContainer(this.#sent)) return false;
      this.#originals.set(root, this.#sent);
    }
    const changed = [...this.#originals].filter(([copy, original]) => !this.#isSame(copy, original));
    if (!changed.every(([copy, original]) => canTakeOver(original, copy))) return false;
    for (const [copy, original] of changed) {
      const members = Object.entries(Object.getOwnPropertyDescriptors(copy));
      if (Array.isArray(original)) original.length = 0;
      else for (const key of Object.keys(original)) Reflect.deleteProperty(original, key);
      for (const [key, descriptor] of members) {
        if ('value' in descriptor) descriptor.value = this.#original(descriptor.value);
        Object.defineProperty(original, key, descriptor);
      }
    }
    return true;
  }

  /** Whether `original` has the members that `copy` says, in this order. */
  #isSame(copy: object, original: object): boolean {
    const keys = Object.keys(copy);
    const before = Object.keys(original);
    return (
      keys.length === before.length &&
      keys.every((key, at) => key === before[at]) &&
      keys.every((key) => Object.is(this.#original(member(copy, key)), member(original, key)))
    );
  }

  #original(value: unknown): unknown {
    return this.#originals.get(value as object) ?? value;
  }

  /** The container of a JSON Pointer's value, copied down to there, and the value's key in it. */
  #locate(path: string): [object, string] {
    let container: object = this.#holder;
    let key = 'root';
    for (const token of path.split('/').slice(1)) {
      container = this.#enter(container, key);
      key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    }
    return [container, key];
  }

  #enter(container: object, key: string): object {
    const value = member(container, key);
    if (!isContainer(value)) throw new Misfit(`no container at ${key}`);
    if (this.#originals.has(value)) return value;
    const copy: object = Array.isArray(value)
      ? value.slice()
      : Object.create(Object.getPrototypeOf(value), editable(value));
    this.#originals.set(copy, value);
    define(container, key, copy);
    return copy;
  }
}

/** The members of an object that is copied: the copy of a frozen one can be edited. */
function editable(value: object): PropertyDescriptorMap {
  const members: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(value);
  for (const own of Object.values(members)) {
    if (own.configurable) continue;
    own.configurable = true;
    if ('value' in own) own.writable = true;
  }
  return members;
}

/** An array or object that stands for itself in JSON. */
function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

function canTakeOver(original: object, copy: object): boolean {
  if (Array.isArray(original) !== Array.isArray(copy)) return false;
  const configurable = Object.values(Object.getOwnPropertyDescriptors(original)).every(
    (own) => own.configurable || (Array.isArray(original) && own.writable),
  );
  return configurable && Object.isExtensible(original);
}

/** An own member, also if it is called `__proto__`. */
function member(container: object, key: string): unknown {
  if (!Object.hasOwn(container, key)) throw new Misfit(`no member ${key}`);
  return container[key as keyof object];
}

/** Sets an own member, also if it is called `__proto__`. */
function define(container: object, key: string, value: unknown): void {
  const kind = { writable: true, enumerable: true, configurable: true };
  Object.defineProperty(container, key, { value, ...kind });
}

function replace(container: object, key: string, value: unknown): void {
  member(container, key);
  define(container, key, value);
}

function insert(container: object, key: string, value: unknown): void {
  if (Array.isArray(container)) container.splice(index(container, key), 0, value);
  else define(container, key, value);
}

function remove(container: object, key: string): void {
  member(container, key);
  if (Array.isArray(container)) container.splice(index(container, key), 1);
  else Reflect.deleteProperty(container, key);
}

/** Gives a member another key in its place: what stands behind it is set anew. */
function rename(container: object, before: string, after: string): void {
  const value = member(container, before);
  const members = Object.getOwnPropertyDescriptors(container);
  const keys = Object.keys(container);
  Reflect.deleteProperty(container, after);
  Reflect.deleteProperty(container, before);
  define(container, after, value);
  for (const key of keys.slice(keys.indexOf(before) + 1)) {
    const descriptor = members[key as keyof typeof members];
    if (key === after || descriptor === undefined) continue;
    Reflect.deleteProperty(container, key);
    Object.defineProperty(container, key, descriptor);
  }
}

function index(array: unknown[], key: string): number {
  const at = Number(key);
  if (!/^\d+$/.test(key) || at > array.length) throw new Misfit(`no index ${key}`);
  return at;
}
