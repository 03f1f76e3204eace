/**
 * `opencode-toolmend`: the plugin as OpenCode loads it.
 *
 * OpenCode takes every export that is a function for a plugin of its own; of a default export with an
 * id it looks at nothing else.
 */

import { decodeBase64 } from '../../npm/src/base64.js';
import { provideModule } from '../../npm/src/engine.js';
import { server } from './plugin.js';

/** Appended by the build as the last line; read when the first call needs it. */
declare const inlinedModule: string;

provideModule(() => decodeBase64(inlinedModule));

export default { id: 'opencode-toolmend', server };
