/** JSON that will be read, not run; and edits on text. */

import * as engine from './engine.js';
import { isWellFormed, withEscapedSurrogates } from './text.js';
import type { Edit, JsonOutcome } from './types.js';

/**
 * Reads a text as JSON, and against a JSON Schema if one is given. For reading only: besides
 * certain repairs it takes likely ones. Never throws.
 */
export function mendJson(text: string, schema?: unknown): JsonOutcome {
  try {
    const source = schema === undefined ? '' : JSON.stringify(schema);
    const report = engine.run((wasm) => {
      const [size = 0, schemaSize = 0] = engine.write(writable(text), source);
      return wasm.mend_json(size, schemaSize);
    });
    if (report === undefined) return { outcome: 'valid', text, edits: [] };
    return JSON.parse(report) as JsonOutcome;
  } catch (error) {
    return { outcome: 'invalid', edits: [], failed: (error as Error).message };
  }
}

/**
 * Applies edits to the arguments' text: gives what the outcome gave. Throws a `RangeError` where
 * an edit does not fit.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  try {
    return engine.run((wasm) => {
      const [size = 0, editsSize = 0] = engine.write(writable(text), JSON.stringify(edits));
      return wasm.apply_edits(size, editsSize);
    });
  } catch (error) {
    if (error instanceof engine.Refusal) throw new RangeError(error.message, { cause: error });
    throw error;
  }
}

function writable(text: string): string {
  return isWellFormed(text) ? text : (withEscapedSurrogates(text) ?? text);
}
