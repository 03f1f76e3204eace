/** Gives the sources the module that was built. */

import { readFileSync } from 'node:fs';

import { provideModule } from '../../npm/src/engine.js';

provideModule(() => readFileSync(new URL('../../npm/pkg/toolmend.wasm', import.meta.url)));
