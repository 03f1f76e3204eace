/** Tools as dsh declares them, compiled. */

import { compileTools } from '../../npm/src/api.js';
import type { Offer } from '../src/offers.js';

const text = { type: 'string' };
const number = { type: 'number' };

function tool(name: string, required: string[], properties: Record<string, unknown>) {
  return { name, parameters: { type: 'object', properties, required } };
}

/** The parameters of dsh's own tools, as far as the tests call them. */
export const tools = [
  tool('run_code', ['code', 'description'], { code: text, description: text }),
  tool('bash', ['command', 'description'], { command: text, description: text, timeoutMs: number }),
  tool('read', ['file_path'], { file_path: text, offset: number, limit: number }),
  tool('write', ['file_path', 'content'], { file_path: text, content: text }),
  tool('edit', ['file_path', 'old_string', 'new_string'], {
    file_path: text,
    old_string: text,
    new_string: text,
  }),
  tool('str_replace_editor', ['command', 'path'], {
    command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert'] },
    path: text,
    view_range: { type: 'array', items: { type: 'integer' } },
  }),
];

/** All of them, those that the model may call by themselves being named. */
export function offer(direct = tools.map(({ name }) => name)): Offer {
  return {
    tools: compileTools(tools, { host: 'dsh', cwd: '/work' }),
    direct: new Set(direct),
    known: new Set(tools.map(({ name }) => name)),
  };
}
