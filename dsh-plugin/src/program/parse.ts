/** Programs as trees: JavaScript, or TypeScript whose types Node can take off. */

import * as nodeModule from 'node:module';

import { parse, type Program } from 'acorn';

/** The places of the tree are those of the program: types are overwritten by spaces. */
export function parseProgram(code: string): Program | undefined {
  return parsed(code) ?? parsed(withoutTypes(code));
}

/** dsh runs a program as the body of a strict asynchronous function. */
function parsed(code: string | undefined): Program | undefined {
  if (code === undefined) return undefined;
  try {
    return parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    });
  } catch {
    return undefined;
  }
}

const BEFORE = 'async () => {';
const AFTER = '\n}';

function withoutTypes(code: string): string | undefined {
  // Not in the oldest Node that dsh runs on.
  const { stripTypeScriptTypes: strip } = nodeModule as {
    stripTypeScriptTypes?: (code: string) => string;
  };
  if (strip === undefined) return undefined;
  try {
    const stripped = strip(BEFORE + code + AFTER);
    return stripped.slice(BEFORE.length, stripped.length - AFTER.length);
  } catch {
    return undefined;
  }
}
