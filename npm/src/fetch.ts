/** `toolmend/fetch`: a fetch that mends the tool calls in what models answer. */

import { provideInlinedModule } from './inlined.js';

provideInlinedModule();

export { createMendingFetch } from './fetch/mending-fetch.js';
export type { CallEvent, FetchOptions, MendingFetch } from './fetch/types.js';
