/** dsh refuses to change a file that the session has not read, or that has changed since. */

import type { Context, Execution, ExecutionResult } from '../host.js';

/** The calls that we make ourselves, while they run. */
const own = new Set<string>();

/** Whether a call is one of ours. */
export function isOwn({ callId }: Execution): boolean {
  return own.has(callId);
}

/**
 * The file that must be read before a call can succeed. An edit says what it replaces, so that it fails
 * where the file is not what the model thinks. `write` and `insert` do not: reading for them would
 * defeat the guard, and is done only if the user wants it; never after the file has changed.
 */
export function fileToObserve(
  { name, arguments: sent }: Execution,
  { error }: ExecutionResult,
  evenBeforeWrite: boolean,
): string | undefined {
  const code = error?.info?.code;
  if (code !== 'FS_NOT_OBSERVED' && code !== 'FS_STALE_VERSION') return undefined;
  if (typeof sent !== 'object' || sent === null) return undefined;
  const { command, file_path: file, path } = sent as Record<string, unknown>;
  const isEditor = name === 'str_replace_editor';
  const isEdit = name === 'edit' || (isEditor && command === 'str_replace');
  const isWrite = name === 'write' || (isEditor && command === 'insert');
  const isWanted = isEdit || (isWrite && evenBeforeWrite && code === 'FS_NOT_OBSERVED');
  const target = isEditor ? path : file;
  return isWanted && typeof target === 'string' ? target : undefined;
}

/** Reads a file on behalf of a call, so that the session has seen it. Whether that worked. */
export async function observeFile(
  { tools }: Context,
  exec: Execution,
  path: string,
): Promise<boolean> {
  const { agent, rootCallId, token, signal } = exec;
  const isReader = tools.get('read', agent) !== undefined;
  const callId = `${exec.callId}:toolmend:read`;
  own.add(callId);
  try {
    const { isError } = await tools.execute({
      callId,
      rootCallId,
      name: isReader ? 'read' : 'str_replace_editor',
      arguments: isReader ? { file_path: path, limit: 1 } : { command: 'view', path },
      ...(agent === undefined ? {} : { agent }),
      parent: token,
      signal,
    });
    return !isError;
  } finally {
    own.delete(callId);
  }
}
