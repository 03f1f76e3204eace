/** `toolmend/ai-sdk`: mending for the AI SDK, versions 6 and 7. */

import { provideInlinedModule } from './inlined.js';

provideInlinedModule();

export { mendingMiddleware } from './ai-sdk/middleware.js';
export type { MiddlewareOptions } from './ai-sdk/middleware.js';
export { createRepairToolCall } from './ai-sdk/repair-tool-call.js';
