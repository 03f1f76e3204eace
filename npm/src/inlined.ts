/** The module that stands in the file itself, so that there is nothing to load or to bundle. */

import { decodeBase64 } from './base64.js';
import { provideModule } from './engine.js';

/** Appended by the build as the last line; there when the first call asks for it. */
declare const inlinedModule: string;

/** Lets the engine take the module from the file that it was bundled into. */
export function provideInlinedModule(): void {
  provideModule(() => decodeBase64(inlinedModule));
}
