/** `toolmend`: the module is in the file itself. */

import { provideInlinedModule } from './inlined.js';

provideInlinedModule();

export * from './api.js';
