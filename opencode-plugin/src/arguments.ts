/**
 * Before a call: mends the arguments that OpenCode has parsed, in place. It catches what did not pass
 * the stream layer, and the calls of MCP and custom tools, which OpenCode does not check.
 */

import { applyInPlace } from '../../npm/src/api.js';
import { type CallKey, UNREADABLE } from './host.js';
import type { Ledger } from './ledger.js';
import type { Sessions } from './sessions.js';
import type { Status } from './status.js';

interface Parts {
  sessions: Sessions;
  ledger: Ledger;
  status: Status;
  observe: boolean;
}

/** The hook `tool.execute.before`. */
export function mendArguments({ sessions, ledger, status, observe }: Parts) {
  return async ({ tool, sessionID, callID }: CallKey, output: { args: unknown }): Promise<void> => {
    status.saw('calls');
    const model = sessions.model(sessionID);
    if (tool === UNREADABLE) {
      ledger.enter(sessionID, callID, {
        model,
        tool: '?',
        outcome: 'invalid',
        rules: [],
        seam: 'hook',
      });
      return;
    }
    const offer = await sessions.offer(sessionID);
    if (offer === undefined || !offer.names.has(tool)) {
      status.saw('withoutSchema');
      return;
    }
    const { args } = output;
    const outcome = offer.tools.mend({ name: tool, arguments: args });
    const isMended =
      outcome.outcome === 'repaired' &&
      outcome.name === tool &&
      (observe || (isObject(args) && applyInPlace(args, outcome)));
    if (isMended) status.saw('hookMended');
    const rules = outcome.edits.map(({ rule }) => rule);
    ledger.enter(sessionID, callID, {
      model,
      tool,
      // What cannot be edited in place goes to OpenCode as it came, and will be refused there.
      outcome: outcome.outcome === 'repaired' && !isMended ? 'invalid' : outcome.outcome,
      rules: isMended ? [...new Set(rules)] : [],
      seam: 'hook',
      ...(isMended && !observe && outcome.outcome === 'repaired' ? { note: outcome.note } : {}),
    });
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
