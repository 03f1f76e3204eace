/** A tool call of the model's answer: its JSON, its name and its arguments, against what it may call. */

import type { Outcome } from '../../../npm/src/api.js';
import { RUN_CODE, type ToolCallBlock } from '../host.js';
import type { Offer } from '../offers.js';
import type { Programs } from '../program/program.js';
import { BRIDGE, bridged, type PlainCall } from './bridge.js';

/** A call as it is to run. */
export interface SettledCall extends PlainCall {
  rules: string[];
  note: string;
}

/** What became of a block: one call, or several that stood in one text; none if nothing can be done. */
export interface SettledBlock {
  outcome: Outcome['outcome'];
  calls: SettledCall[];
}

export class CallMender {
  readonly #offer: Offer;
  readonly #programs: Programs;
  readonly #bridges: boolean;

  constructor(offer: Offer, programs: Programs, bridges: boolean) {
    this.#offer = offer;
    this.#programs = programs;
    this.#bridges = bridges && offer.direct.has(RUN_CODE) && programs.areJavaScript;
  }

  /** Mends a block, knowing why the model stopped if that is known already. */
  mend({ name, arguments: text }: ToolCallBlock, finish?: string): SettledBlock {
    // dsh takes no text for an empty object.
    const sent = { name, arguments: text.trim() === '' ? '{}' : text };
    const outcomes = this.#offer.tools.mendAll({ ...sent, finish });
    const [first] = outcomes;
    const isSettled = outcomes.every(
      ({ outcome }) => outcome === 'valid' || outcome === 'repaired',
    );
    if (first === undefined || !isSettled) {
      return { outcome: first?.outcome ?? 'invalid', calls: [] };
    }
    const calls = outcomes.map((outcome) =>
      this.settle({
        name: outcome.name,
        arguments: outcome.arguments,
        rules: [...new Set(outcome.edits.map(({ rule }) => rule))],
        note: 'note' in outcome ? outcome.note : '',
      }),
    );
    if (calls.some((call) => call === undefined)) return { outcome: 'invalid', calls: [] };
    const settled = calls.filter((call) => call !== undefined);
    const isMended = settled.some(({ rules }) => rules.length > 0);
    return { outcome: isMended ? 'repaired' : 'valid', calls: settled };
  }

  /** A call that validates, as the model may make it: itself, or through `run_code`. */
  settle(call: SettledCall): SettledCall | undefined {
    if (!this.#offer.direct.has(call.name)) {
      if (!this.#bridges) return undefined;
      return { ...call, ...bridged(call), rules: [...call.rules, BRIDGE] };
    }
    if (call.name !== RUN_CODE) return call;
    const mended = this.#programs.mendIn(JSON.parse(call.arguments), this.#offer);
    if (mended === undefined) return call;
    const rules = [...new Set([...call.rules, ...mended.rules])];
    return { ...call, arguments: JSON.stringify(mended.arguments), rules };
  }
}
