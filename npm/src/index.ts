/** `toolmend`: the module is in the file itself, so that there is nothing to load or to bundle. */

import { decodeBase64 } from './base64.js';
import { provideModule } from './engine.js';

/** Appended by the build, on a line of its own at the end. */
declare function inlinedModule(): string;

provideModule(() => decodeBase64(inlinedModule()));

export * from './api.js';
