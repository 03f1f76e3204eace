/** `toolmend/slim`: without the module, for those who load `toolmend/toolmend.wasm` themselves. */

import { provideModule } from './engine.js';
import type { ModuleSource } from './types.js';

/** Gives the engine its module: the bytes of `toolmend/toolmend.wasm`, or compiled. */
export function initialize(module: ModuleSource): void {
  provideModule(() => module);
}

export * from './api.js';
