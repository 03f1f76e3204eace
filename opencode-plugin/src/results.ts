/** After a call: counts it, and tells the model once what was mended. */

import { type CallKey, type ToolPart, type ToolResult, UNREADABLE } from './host.js';
import type { Entry, Ledger } from './ledger.js';
import type { Sessions } from './sessions.js';
import type { Status } from './status.js';

interface Parts {
  sessions: Sessions;
  ledger: Ledger;
  status: Status;
  notes: boolean;
}

/** The hook `tool.execute.after`: the call ran. */
export function noteResult({ sessions, ledger, status, notes }: Parts) {
  return ({ tool, sessionID, callID }: CallKey, output: ToolResult): void => {
    const entry = ledger.entry(sessionID, callID);
    if (notes && entry?.note !== undefined && isNews(sessions, sessionID, entry)) {
      append(output, `[toolmend] ${entry.note}`);
      status.saw('notes');
    }
    ledger.ended(sessionID, callID, tool !== UNREADABLE);
  };
}

/** The hook `event`: a call that failed has no other end, and with a turn's end there is time to write. */
export function watchEvents(ledger: Ledger, turnEnded: () => void) {
  return ({ event }: { event: { type: string; properties?: unknown } }): void => {
    if (event.type === 'session.idle') turnEnded();
    if (event.type !== 'message.part.updated') return;
    const { part } = (event.properties ?? {}) as { part?: ToolPart };
    if (part?.type === 'tool' && part.state.status === 'error') {
      ledger.ended(part.sessionID, part.callID, false);
    }
  };
}

/** Each kind of repair is told once a session. */
function isNews(sessions: Sessions, sessionID: string, { rules }: Entry): boolean {
  // No short cut: every rule is told with this note.
  return rules.filter((rule) => sessions.isNews(sessionID, rule)).length > 0;
}

/** OpenCode sends the model `content` of an MCP result and `output` of any other. */
function append(result: ToolResult, text: string): void {
  if (Array.isArray(result.content)) result.content.push({ type: 'text', text });
  else if (typeof result.output === 'string') result.output += `\n\n${text}`;
}
