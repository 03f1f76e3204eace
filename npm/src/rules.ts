/** The rules by which calls are mended. */

import * as engine from './engine.js';
import type { Rule } from './types.js';

/** Every rule there is, in no particular order of use. */
export function rules(): Rule[] {
  return JSON.parse(engine.run((wasm) => wasm.rules())) as Rule[];
}
