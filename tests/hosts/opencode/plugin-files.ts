/** The files that put the plugin, and tools to call, into a sandbox. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';

import { root, zod } from './releases.js';
import type { Config } from './sandbox.js';

/** The plugin as it was built. */
export const built = join(root, 'opencode-plugin/dist/opencode-toolmend.js');

/** The plugin, copied into the user's plugin folder. */
export function withPlugin(): Record<string, string> {
  return { 'config/opencode/plugins/opencode-toolmend.js': readFileSync(built, 'utf8') };
}

/** A plugin with a tool, whose arguments OpenCode does not check: it says what it was given. */
export function withCustomTool(): Record<string, string> {
  const source = `
    import { z } from ${JSON.stringify(zod())};
    const echo = {
      description: 'Says what it was given.',
      args: { items: z.array(z.string()), n: z.number().optional() },
      execute: async (args) => 'given ' + JSON.stringify(args),
    };
    export default { id: 'echo', server: async () => ({ tool: { echo } }) };`;
  return { 'project/.opencode/plugins/echo.js': source };
}

/** An MCP server with a tool of the same kind. */
export function withMcpTool(): Config {
  const server = fileURLToPath(new URL('mcp-server.mjs', import.meta.url));
  return { mcp: { m: { type: 'local', command: [execPath, server], enabled: true } } };
}
