/**
 * Before each request: puts the engine's message in place of OpenCode's dump, in the copy of the
 * session that goes to the model.
 *
 * OpenCode sends a call that it could not read back twice, as the arguments of its tool `invalid` and
 * in that tool's result. Here it becomes the call that the model made, once, and a message. That depends
 * on the record alone, so that what was sent before stays the same and the provider's cache holds.
 */

import { type RecordedMessage, type ToolPart, UNREADABLE } from './host.js';
import type { Offer, Sessions } from './sessions.js';
import type { Status } from './status.js';

/** How OpenCode reports arguments that are not JSON: the text in full, then what the parser said. */
const NOT_JSON =
  /^Invalid input for tool [^\n]*?: JSON parsing failed: Text: (.*)\.\nError message: /s;

/** How it reports arguments that the tool's schema refused. */
const NOT_ACCEPTED = /called with invalid arguments/;

interface Parts {
  sessions: Sessions;
  status: Status;
}

/** The hook `experimental.chat.messages.transform`. */
export function rewordErrors({ sessions, status }: Parts) {
  return async (_: unknown, { messages }: { messages: RecordedMessage[] }): Promise<void> => {
    for (const message of messages) {
      for (const [at, part] of message.parts.entries()) {
        if (!isToolPart(part) || !isRefused(part)) continue;
        const offer = await sessions.offer(part.sessionID, modelOf(message));
        const kept = sessions.message(part.sessionID, part.callID);
        const reworded = offer && reword(part, offer, message.info.finish, kept);
        if (reworded === undefined) continue;
        message.parts[at] = reworded;
        status.saw('messages');
      }
    }
  };
}

function isToolPart(part: { type: string }): part is ToolPart {
  return part.type === 'tool';
}

function isRefused({ tool, state }: ToolPart): boolean {
  return tool === UNREADABLE || (state.status === 'error' && NOT_ACCEPTED.test(state.error ?? ''));
}

function modelOf({ info }: RecordedMessage): { providerID: string; id: string } | undefined {
  const { providerID, modelID: id } = info;
  return providerID === undefined || id === undefined ? undefined : { providerID, id };
}

/** The part in better words, if there are any. `kept` is what was said of the call in the stream. */
function reword(
  part: ToolPart,
  offer: Offer,
  finish?: string,
  kept?: string,
): ToolPart | undefined {
  const { tool, state } = part;
  if (tool !== UNREADABLE) {
    const message = messageOf(offer, tool, state.input, finish);
    return message === undefined ? undefined : { ...part, state: { ...state, error: message } };
  }
  const { tool: name, error } = (state.input ?? {}) as { tool?: unknown; error?: unknown };
  if (typeof name !== 'string' || typeof error !== 'string') return undefined;
  const text = NOT_JSON.exec(error)?.[1];
  if (text === undefined) {
    // A name that is not offered; OpenCode's record does not have the arguments.
    return kept === undefined
      ? undefined
      : { ...part, state: { ...state, input: { tool: name }, output: kept } };
  }
  const message =
    messageOf(offer, name, text, finish) ??
    `The call of ${name} was not run: its arguments are not JSON.`;
  const input = { invalid_arguments: text };
  return { ...part, tool: name, state: { ...state, input, output: message } };
}

/** What the engine says of a call, if it would not have been run. */
function messageOf(
  offer: Offer,
  name: string,
  args: unknown,
  finish: string | undefined,
): string | undefined {
  const outcome = offer.tools.mend({ name, arguments: args, finish });
  return 'message' in outcome && !('failed' in outcome) ? outcome.message : undefined;
}
