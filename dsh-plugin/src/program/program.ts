/** The programs that models write for `run_code`, and the tool calls in them. */

import type { Context } from '../host.js';
import type { Offer } from '../offers.js';
import { mendInnerCalls } from './inner-calls.js';
import { parseProgram } from './parse.js';
import { mendSyntax } from './syntax.js';

/** Arguments of `run_code` with another program. */
export interface MendedProgram {
  arguments: Record<string, unknown>;
  rules: string[];
}

export class Programs {
  readonly #context: Context;
  readonly #enabled: boolean;

  constructor(context: Context, enabled: boolean) {
    this.#context = context;
    this.#enabled = enabled;
  }

  /** Whether programs are JavaScript here. Python is left alone. */
  get areJavaScript(): boolean {
    const language = this.#context.get('codeRuntime')?.language ?? 'typescript';
    return language === 'typescript' || language === 'javascript';
  }

  /** Mends the program in arguments of `run_code`; nothing if there is nothing to mend. */
  mendIn(sent: unknown, offer: Offer): MendedProgram | undefined {
    if (!this.#enabled || !this.areJavaScript || !isObject(sent)) return undefined;
    const { code } = sent;
    if (typeof code !== 'string' || !mayNeedIt(code)) return undefined;
    const rules: string[] = [];
    let text = code;
    let parsed = parseProgram(text);
    if (parsed === undefined) {
      const repaired = mendSyntax(text);
      if (repaired === undefined) return undefined;
      rules.push(repaired.rule);
      text = repaired.code;
      parsed = parseProgram(text);
    }
    if (parsed !== undefined) {
      const calls = mendInnerCalls(text, parsed, offer);
      text = calls.code;
      rules.push(...calls.rules);
    }
    return text === code ? undefined : { arguments: { ...sent, code: text }, rules };
  }
}

/** A program without a tool call or a text that can be broken is not parsed. */
function mayNeedIt(code: string): boolean {
  return code.length <= 256 * 1024 && /\btools\b|`|'''|"""/.test(code);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
