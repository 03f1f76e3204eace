/** The AI SDK's own hook for calls that it could not read. */

import { compileTools } from '../tools.js';
import type { Options } from '../types.js';

interface FailedCall<Call> {
  toolCall: Call;
  tools: Record<string, unknown> | undefined;
  inputSchema: (tool: { toolName: string }) => unknown;
}

/**
 * A function for `repairToolCall` of `generateText` and `streamText`. It is asked only of calls that
 * the SDK refuses itself: the middleware sees all.
 */
export function createRepairToolCall(options: Options = {}) {
  return async function repairToolCall<Call extends { toolName: string; input: string }>({
    toolCall,
    tools = {},
    inputSchema,
  }: FailedCall<Call>): Promise<Call | null> {
    try {
      const list = await Promise.all(
        Object.keys(tools).map(async (name) => ({
          name,
          parameters: await inputSchema({ toolName: name }),
        })),
      );
      const outcome = compileTools(list, options).mend({
        name: toolCall.toolName,
        arguments: toolCall.input,
      });
      if (outcome.outcome !== 'repaired') return null;
      return { ...toolCall, toolName: outcome.name, input: outcome.arguments };
    } catch {
      // The SDK then reports the call as it was.
      return null;
    }
  };
}
