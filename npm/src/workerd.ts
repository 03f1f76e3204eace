/** `toolmend` in workerd, which forbids to compile at run time and imports modules instead. */

// @ts-expect-error: only workerd understands this import.
import module from './toolmend.wasm';

import { provideModule } from './engine.js';

provideModule(() => module as WebAssembly.Module);

export * from './api.js';
