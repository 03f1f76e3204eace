/**
 * The tool calls in a program, mended where their arguments are literals. Calls whose arguments are
 * computed are mended when the program makes them.
 */

import type { CallExpression, MemberExpression, Node, Program } from 'acorn';

import type { Offer } from '../offers.js';
import { jsonOf } from './literal.js';
import { expressionOf, toolReference } from './source.js';

/** The object by which programs call tools. */
const TOOLS = 'tools';

/** A slice of a program and what takes its place. */
interface Change {
  start: number;
  end: number;
  text: string;
}

/** The program with its calls mended, and the rules that did it. */
export function mendInnerCalls(
  code: string,
  program: Program,
  { tools, known }: Offer,
): { code: string; rules: string[] } {
  const found = survey(program);
  const changes: Change[] = [];
  const rules = new Set<string>();
  // Where the program has a `tools` of its own, nobody knows whose calls these are.
  for (const { callee, name, argument } of found.isShadowed ? [] : found.calls) {
    const json = jsonOf(argument);
    if (json === undefined) continue;
    const outcome = tools.mend({ name, arguments: json });
    if (outcome.outcome !== 'repaired' || !known.has(outcome.name)) continue;
    for (const { rule } of outcome.edits) rules.add(rule);
    if (outcome.arguments !== json) {
      changes.push({ ...span(argument), text: expressionOf(outcome.arguments) });
    }
    if (outcome.name !== name) changes.push({ ...span(callee), text: toolReference(outcome.name) });
  }
  return { code: applied(code, changes), rules: [...rules] };
}

interface InnerCall {
  callee: Node;
  name: string;
  argument: Node;
}

/** All calls of tools, without recursion: programs can be deep. */
function survey(program: Program): { calls: InnerCall[]; isShadowed: boolean } {
  const calls: InnerCall[] = [];
  let isShadowed = false;
  const open: { node: Node; parent: Node | undefined }[] = [{ node: program, parent: undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, parent } = next;
    if (node.type === 'CallExpression') calls.push(...innerCall(node as CallExpression));
    if (isName(node) && !isObjectOf(node, parent) && !isKeyOf(node, parent)) isShadowed = true;
    for (const child of children(node)) open.push({ node: child, parent: node });
  }
  return { calls, isShadowed };
}

function innerCall({ callee, arguments: [argument, ...more] }: CallExpression): InnerCall[] {
  if (callee.type !== 'MemberExpression' || !isName(callee.object)) return [];
  const name = memberName(callee);
  if (name === undefined || argument === undefined || more.length > 0) return [];
  return [{ callee, name, argument }];
}

function memberName({ property, computed }: MemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'Literal' && typeof property.value === 'string'
    ? property.value
    : undefined;
}

function isName(node: Node): boolean {
  return node.type === 'Identifier' && (node as Node & { name: string }).name === TOOLS;
}

/** `tools` in `tools.read`. */
function isObjectOf(node: Node, parent: Node | undefined): boolean {
  return parent?.type === 'MemberExpression' && (parent as MemberExpression).object === node;
}

/** `tools` in `x.tools` and `{ tools: 1 }`, which is no reference. */
function isKeyOf(node: Node, parent: Node | undefined): boolean {
  const holder = parent as
    (Node & { property?: Node; key?: Node; computed?: boolean; shorthand?: boolean }) | undefined;
  if (holder === undefined || holder.computed === true || holder.shorthand === true) return false;
  return holder.property === node || holder.key === node;
}

function children(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter(
      (value): value is Node => typeof value === 'object' && value !== null && 'type' in value,
    );
}

function span({ start, end }: Node): { start: number; end: number } {
  return { start, end };
}

function applied(code: string, changes: readonly Change[]): string {
  // A call can stand in another's arguments only where those are no literals.
  return changes
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, text: after }) => text.slice(0, start) + after + text.slice(end),
      code,
    );
}
