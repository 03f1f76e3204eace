/** Gives the tests the module that the build made. */

import { readFileSync } from 'node:fs';

import { provideModule } from '../../npm/src/engine.js';

provideModule(() => readFileSync(new URL('../../npm/pkg/toolmend.wasm', import.meta.url)));
