/** JSON as a part of a program. */

/**
 * An expression that gives the value of a JSON text. JSON is JavaScript, but for a key `__proto__`,
 * which would set the prototype.
 */
export function expressionOf(json: string): string {
  return /__proto__|\\u/i.test(json) && hasPrototypeKey(json)
    ? `JSON.parse(${JSON.stringify(json)})`
    : json;
}

/** A tool as a program names it. */
export function toolReference(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `tools.${name}` : `tools[${JSON.stringify(name)}]`;
}

function hasPrototypeKey(json: string): boolean {
  return JSON.stringify(JSON.parse(json)).includes('"__proto__":');
}
