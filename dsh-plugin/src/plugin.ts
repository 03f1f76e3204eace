/** Puts the plugin together: its listeners, each guarded. */

import { Ledger } from './counts/ledger.js';
import { Status } from './counts/status.js';
import { mendExecution } from './execute/arguments.js';
import { Guard } from './guard.js';
import type { Context } from './host.js';
import { Offers } from './offers.js';
import type { Options } from './options.js';
import { Programs } from './program/program.js';
import { PROMPT } from './prompt.js';
import { countResult, Notes } from './results.js';
import { isOwn } from './retry/observe.js';
import { retried } from './retry/retry.js';
import { mendStream } from './stream/stream.js';

export const name = 'toolmend';

/** The services without which there is nothing to do; all others are looked up when needed. */
export const inject = ['tools'];

const WRAPPING = ['host-run-code-shape', 'host-run-code-fence', 'host-run-code-description'];
const CLAMPING = ['host-line-range', 'host-line-number'];

/** What dsh calls when it loads the plugin. Whatever fails here, dsh starts. */
export function apply(context: Context, options: Options): void {
  if (process.env['TOOLMEND'] === 'off') return void new Status('off');
  const observe = options.observe || process.env['TOOLMEND'] === 'observe';
  const status = new Status(observe ? 'observe' : 'on');
  const guard = new Guard(status);
  guard.attempt('apply', () => start(context, { ...options, observe }, guard, status));
}

function start(context: Context, options: Options, guard: Guard, status: Status): void {
  const { observe } = options;
  const offers = new Offers(context, {
    host: 'dsh',
    platform: process.platform === 'win32' ? 'windows' : 'posix',
    rules: { off: [...options.rules.off, ...switchedOff(options)], on: options.rules.on },
  });
  const ledger = new Ledger(options, () => status.failed('counts'));
  const programs = new Programs(context, options.autoWrapRunCode);
  const parts = { context, guard, offers, ledger, programs, options, observe };
  const mend = mendExecution(parts);
  const count = countResult(ledger);
  const notes = new Notes(ledger);

  context.on('llm/stream', mendStream(parts));
  context.on('tools/pre-execute', async (exec, next) => {
    if (!isOwn(exec)) guard.attempt('tools/pre-execute', () => mend(exec));
    return next();
  });
  if (!observe) {
    context.on('tools/execute', async (exec, next) => {
      const result = await next();
      if (!result.isError || isOwn(exec)) return result;
      const again = guard.attempt('tools/execute', () => retried(parts, exec, result, next));
      return (await again?.catch(() => status.failed('retry'))) ?? result;
    });
    if (options.notes) {
      context.on('tools/post-execute', async (exec, result, next) => {
        const decision = await next();
        return (
          guard.attempt('tools/post-execute', () => notes.withNote(exec, result, decision)) ??
          decision
        );
      });
    }
    if (options.injectPrompt) addPrompt(context);
  }
  context.on('tools/result', (exec, result) => {
    guard.attempt('tools/result', () => count(exec, result));
  });
  writeAtTheEnd(context, ledger);
}

/** The rules that an option of the plugin stands for. */
function switchedOff({ autoWrapRunCode, autoClampRanges }: Options): string[] {
  return [...(autoWrapRunCode ? [] : WRAPPING), ...(autoClampRanges ? [] : CLAMPING)];
}

function addPrompt(context: Context): void {
  context.inject(['systemPrompt'], (ready) => {
    ready.effect(() => ready.get('systemPrompt')?.section(PROMPT) ?? (() => undefined));
  });
}

/** Counts are written when the plugin is unloaded, and when the process ends before that. */
function writeAtTheEnd(context: Context, ledger: Ledger): void {
  const write = (): void => ledger.write();
  context.effect(() => {
    process.once('exit', write);
    return () => {
      process.off('exit', write);
      write();
    };
  });
}
