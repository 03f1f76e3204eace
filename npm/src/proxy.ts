/** `toolmend/proxy`: a local server that mends what a model's server answers. */

import { provideInlinedModule } from './inlined.js';

provideInlinedModule();

export { createProxy } from './proxy/server.js';
export type { ProxyOptions } from './proxy/server.js';
