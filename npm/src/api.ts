/** What every entry point exports; they differ in where the module comes from. */

export { applyInPlace } from './in-place.js';
export { applyEdits, mendJson } from './json.js';
export { rules } from './rules.js';
export type { Scanner } from './scanner.js';
export { compileTools } from './tools.js';
export type { Tools } from './tools.js';
export type * from './types.js';
export { version } from './version.js';
