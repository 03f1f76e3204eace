/**
 * `dsh-toolmend`: the plugin as dsh loads it.
 *
 * Named exports only: with a default export beside them dsh's loader drops the others, and `Config`
 * with them.
 */

import { readFileSync } from 'node:fs';

import { provideModule } from '../../npm/src/engine.js';

provideModule(() => readFileSync(new URL('toolmend.wasm', import.meta.url)));

export { Config } from './options.js';
export { apply, inject, name } from './plugin.js';
