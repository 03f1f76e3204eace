/**
 * Before a call, and before dsh's guards and approvals judge it: mends what the stream did not carry,
 * above all the calls that a program makes.
 */

import { parseExactly } from '../../../npm/src/exact.js';
import { callKey, type Entry, type Ledger } from '../counts/ledger.js';
import { type Execution, RUN_CODE } from '../host.js';
import type { Offers } from '../offers.js';
import type { Programs } from '../program/program.js';

interface Parts {
  offers: Offers;
  ledger: Ledger;
  programs: Programs;
  observe: boolean;
}

/** Mends a call that dsh is about to judge. */
export function mendExecution({ offers, ledger, programs, observe }: Parts) {
  return (exec: Execution): void => {
    const { name, agent, callId } = exec;
    const isNested = exec.parent !== undefined;
    const offer = offers.execution(name, agent);
    const entry: Entry = {
      model: offers.model(agent),
      tool: offer.known.has(name) ? name : '?',
      outcome: 'valid',
      rules: [],
      seam: 'hook',
    };
    const outcome = offer.tools.mend({ name, arguments: asSent(exec.arguments) });
    let settled: { name: string; arguments: unknown; note: string } | undefined;
    if (outcome.outcome === 'repaired') {
      entry.rules = [...new Set(outcome.edits.map(({ rule }) => rule))];
      settled = { name: outcome.name, arguments: valueOf(outcome.arguments), note: outcome.note };
    }
    const program = settled ?? { name, arguments: exec.arguments, note: '' };
    if (program.name === RUN_CODE && (settled !== undefined || outcome.outcome === 'valid')) {
      const mended = programs.mendIn(program.arguments, offer);
      if (mended !== undefined) {
        entry.rules = [...new Set([...entry.rules, ...mended.rules])];
        settled = { ...program, arguments: mended.arguments };
      }
    }
    entry.outcome = settled === undefined ? outcome.outcome : 'repaired';
    if (settled !== undefined && !observe) {
      if (!reassign(exec, settled.name, settled.arguments)) {
        // This release has closed the door: dsh refuses the call as it was sent.
        entry.outcome = 'invalid';
        entry.rules = [];
      } else if (settled.note !== '') entry.note = settled.note;
    }
    // A program's calls are part of its own; only what was mended in them is news.
    if (!isNested || entry.outcome === 'repaired') ledger.enter(callKey(agent?.id, callId), entry);
  };
}

/**
 * The arguments as the model sent them. dsh hands on text that is no JSON as it is; text that is JSON
 * is one level of two, and dsh has taken off the other.
 */
function asSent(value: unknown): unknown {
  return typeof value === 'string' && isJson(value) ? JSON.stringify(value) : value;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Gives a call another name and other arguments, where this release of dsh lets us. */
function reassign(exec: Execution, name: string, value: unknown): boolean {
  const { name: nameBefore, arguments: before } = exec;
  try {
    exec.arguments = value;
    if (exec.name !== name) exec.name = name;
    return exec.arguments === value && exec.name === name;
  } catch {
    restore(exec, nameBefore, before);
    return false;
  }
}

/** Takes back half a change: a name without its arguments is worse than neither. */
function restore(exec: Execution, name: string, value: unknown): void {
  try {
    exec.arguments = value;
    exec.name = name;
  } catch {
    // Then nothing was changed.
  }
}

/** Arguments as dsh takes them. Text is parsed without losing a digit. */
function valueOf(sent: unknown): unknown {
  return typeof sent === 'string' ? parseExactly(sent) : sent;
}
