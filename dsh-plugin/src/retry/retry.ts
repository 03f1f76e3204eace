/** The seam `tools/execute`: the failures after which a second try, prepared by us, succeeds. */

import { callKey, type Ledger } from '../counts/ledger.js';
import type { Context, Execution, ExecutionResult } from '../host.js';
import type { Offers } from '../offers.js';
import type { Options } from '../options.js';
import { fileToObserve, observeFile } from './observe.js';
import { withinFile } from './range.js';

interface Parts {
  context: Context;
  offers: Offers;
  ledger: Ledger;
  options: Options;
}

/**
 * The result of a call's second try, if there is a reason for one. `next` runs the call and must not
 * be called a third time.
 */
export async function retried(
  { context, offers, ledger, options }: Parts,
  exec: Execution,
  failed: ExecutionResult,
  next: () => Promise<ExecutionResult>,
): Promise<ExecutionResult | undefined> {
  const enter = (rule: string): void =>
    ledger.enter(callKey(exec.agent?.id, exec.callId), {
      model: offers.model(exec.agent),
      tool: exec.name,
      outcome: 'repaired',
      rules: [rule],
      seam: 'hook',
    });
  const path = options.autoObserveFiles
    ? fileToObserve(exec, failed, options.observeBeforeWrite)
    : undefined;
  if (path !== undefined) {
    if (exec.signal.aborted || !(await observeFile(context, exec, path))) return undefined;
    if (exec.signal.aborted) return undefined;
    enter('retry-after-read');
    return next();
  }
  const range = options.autoClampRanges ? withinFile(exec, failed) : undefined;
  if (range === undefined || exec.signal.aborted) return undefined;
  exec.arguments = range;
  if (exec.arguments !== range) return undefined;
  enter('retry-within-file');
  return next();
}
