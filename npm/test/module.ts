/** Gives the sources the module that was built, as a user of `toolmend/slim` would. */

import { readFileSync } from 'node:fs';

import { initialize } from '../src/slim.js';

initialize(readFileSync(new URL('../pkg/toolmend.wasm', import.meta.url)));

export const read = {
  name: 'read',
  parameters: {
    type: 'object',
    properties: { filePath: { type: 'string' }, limit: { type: 'integer' } },
    required: ['filePath'],
  },
};
