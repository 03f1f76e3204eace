/** The user's settings: the plugin's row in a `cordis.patch.yml`. */

import z from '@deepseek-ai/schemastery';

/** What can be set. */
export interface Options {
  rules: { off: string[]; on: string[] };
  leaks: 'off' | 'safe' | 'all';
  leakTools: string[];
  notes: boolean;
  counts: boolean;
  observe: boolean;
  autoWrapRunCode: boolean;
  autoBridgeDirectTools: boolean;
  autoObserveFiles: boolean;
  observeBeforeWrite: boolean;
  autoClampRanges: boolean;
  injectPrompt: boolean;
  persistPassthrough: boolean;
}

/** The settings with their defaults. dsh refuses a row that does not fit. */
export const Config = z.object({
  rules: z
    .object({
      off: z.array(String).default([]).description('Repair rules to switch off.'),
      on: z.array(String).default([]).description('Rules to switch on that are off by default.'),
    })
    .default({ off: [], on: [] }),
  leaks: z
    .union(['off', 'safe', 'all'] as const)
    .default('safe')
    .description('How much is recovered of calls that the model wrote into its text.'),
  leakTools: z
    .array(String)
    .default([])
    .description('The only tools whose leaked calls are recovered; empty for all.'),
  notes: z.boolean().default(true).description('Tell the model once what was mended in its calls.'),
  counts: z.boolean().default(true).description('Count outcomes in the folder of dsh.'),
  observe: z.boolean().default(false).description('Count, but change nothing.'),
  autoWrapRunCode: z
    .boolean()
    .default(true)
    .description('Make a program of a command that was sent to run_code, and mend programs.'),
  autoBridgeDirectTools: z
    .boolean()
    .default(true)
    .description('Run a direct call through run_code where only run_code can be called.'),
  autoObserveFiles: z
    .boolean()
    .default(true)
    .description('Read a file that an edit needs read, then try the edit once more.'),
  observeBeforeWrite: z
    .boolean()
    .default(false)
    .description('The same for write and insert, which defeats the overwrite guard.'),
  autoClampRanges: z
    .boolean()
    .default(true)
    .description('Show a range that ends beyond the file up to its end.'),
  injectPrompt: z.boolean().default(false).description('Add a section to the system prompt.'),
  persistPassthrough: z
    .boolean()
    .default(true)
    .description('Count the calls that needed nothing too.'),
});
