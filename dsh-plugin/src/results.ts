/** After a call: counts it, and tells the model once what was mended. */

import { callKey, type Entry, type Ledger } from './counts/ledger.js';
import type { ContentBlock, Execution, ExecutionResult, PostDecision } from './host.js';
import { Recent } from '../../opencode-plugin/src/recent.js';

/** The listener of `tools/result`, which sees every call once, when nothing can change any more. */
export function countResult(ledger: Ledger) {
  return ({ callId, agent }: Execution, { isError }: ExecutionResult): void => {
    ledger.ended(callKey(agent?.id, callId), !isError);
  };
}

/** Adds the note to the result of a mended call; each kind of repair is told once a session. */
export class Notes {
  readonly #ledger: Ledger;
  readonly #told = new Recent<Set<string>>(200);

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** The decision with the note in it. */
  withNote(exec: Execution, result: ExecutionResult, decision: PostDecision): PostDecision {
    const entry = this.#ledger.entry(callKey(exec.agent?.id, exec.callId));
    const isPlain = decision.kind === 'accept' && decision.value === undefined && !result.isError;
    if (entry?.note === undefined || exec.parent !== undefined || !isPlain) return decision;
    if (!this.#isNews(exec.agent?.id ?? '', entry)) return decision;
    const note: ContentBlock = { type: 'text', text: `\n[toolmend] ${entry.note}` };
    return { ...decision, content: [...(decision.content ?? result.content), note] };
  }

  #isNews(session: string, { rules }: Entry): boolean {
    const told = this.#told.get(session) ?? new Set();
    this.#told.set(session, told);
    const news = rules.filter((rule) => !told.has(rule));
    for (const rule of news) told.add(rule);
    return news.length > 0;
  }
}
