/**
 * From a direct call to a program: where the model may call `run_code` only, and calls one of the tools
 * that programs can call, the program that makes this very call is known.
 */

import { RUN_CODE } from '../host.js';
import { expressionOf, toolReference } from '../program/source.js';

/** A call by name and JSON text. */
export interface PlainCall {
  name: string;
  arguments: string;
}

/** The rule's name in counts. */
export const BRIDGE = 'bridge-to-run-code';

/** The `run_code` call that makes a call. The arguments go into it as a literal, never as text. */
export function bridged({ name, arguments: json }: PlainCall): PlainCall {
  const code = `return await ${toolReference(name)}(${expressionOf(json)});`;
  return {
    name: RUN_CODE,
    arguments: JSON.stringify({ code, description: described(json) ?? `Call ${name}` }),
  };
}

/** What the call says about itself. */
function described(json: string): string | undefined {
  const { description } = JSON.parse(json) as { description?: unknown };
  return typeof description === 'string' && description.trim() !== '' ? description : undefined;
}
