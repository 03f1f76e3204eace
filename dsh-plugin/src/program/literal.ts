/** Literals of a program as JSON. */

import type { Expression, Node, Property, SpreadElement } from 'acorn';

const JSON_NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The JSON text of an expression, if all of it is literal. */
export function jsonOf(node: Node): string | undefined {
  const expression = node as Expression;
  switch (expression.type) {
    case 'Literal':
      return literal(expression);
    case 'TemplateLiteral': {
      const [quasi] = expression.quasis;
      const isPlain = expression.quasis.length === 1 && typeof quasi?.value.cooked === 'string';
      return isPlain ? JSON.stringify(quasi.value.cooked) : undefined;
    }
    case 'UnaryExpression': {
      if (expression.operator !== '-') return undefined;
      const text = jsonOf(expression.argument);
      return text !== undefined && JSON_NUMBER.test(text) ? `-${text}` : undefined;
    }
    case 'ArrayExpression':
      return joined(
        expression.elements.map((element) => (element ? jsonOf(element) : undefined)),
        '[',
        ']',
      );
    case 'ObjectExpression':
      return joined(expression.properties.map(member), '{', '}');
    default:
      return undefined;
  }
}

function literal({ value, raw }: { value?: unknown; raw?: string }): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  // A number keeps its digits; one that JSON does not know (`0x1f`) is written anew.
  if (typeof value === 'number') return JSON_NUMBER.test(raw ?? '') ? raw : JSON.stringify(value);
  return undefined;
}

function member(property: Property | SpreadElement): string | undefined {
  if (property.type !== 'Property' || property.computed || property.shorthand) return undefined;
  if (property.kind !== 'init' || property.method) return undefined;
  const { key } = property;
  const name =
    key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined;
  // This one does not make a member but sets the prototype.
  if (typeof name !== 'string' || name === '__proto__') return undefined;
  const value = jsonOf(property.value);
  return value === undefined ? undefined : `${JSON.stringify(name)}:${value}`;
}

function joined(parts: (string | undefined)[], open: string, close: string): string | undefined {
  if (parts.some((part) => part === undefined)) return undefined;
  return open + parts.join(',') + close;
}
