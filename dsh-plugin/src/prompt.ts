/** What the system prompt says on request: constant, so that the provider's cache holds. */

export const PROMPT = {
  name: 'toolmend:calls',
  // After the section that describes the tools of programs, in every release.
  order: 5100,
  text: [
    '# Tool calls',
    'Pass arguments as one JSON object that fits the schema of the tool: leave an optional argument out',
    'rather than send null, send lists and numbers as such and not as text, paths without decoration.',
    'Where only run_code can be called, call every other tool from within its program.',
  ].join('\n'),
};
