/** The calls of one streamed message, put together from their pieces. */

/** A piece of a call, as it comes over the wire: any part of it may be missing or odd. */
export interface CallPiece {
  index?: unknown;
  id?: unknown;
  function?: { name?: unknown; arguments?: unknown } | null;
}

/** A call as far as it has come. */
export interface OpenCall {
  index: number | undefined;
  id: string;
  name: string;
  arguments: string;
  /** The first piece, with whatever else a provider puts there. */
  first: CallPiece;
}

export class ToolCalls {
  #open: OpenCall[] = [];

  /** The calls that were not taken, in order. */
  get open(): readonly OpenCall[] {
    return this.#open;
  }

  /** Adds a piece; whether a new call begins with it. */
  add(piece: CallPiece): boolean {
    const known = this.#find(piece);
    const call = known ?? begin(piece);
    if (known === undefined) this.#open.push(call);
    const { name, arguments: args } = piece.function ?? {};
    if (call.name === '' && typeof name === 'string') call.name = name;
    if (call.id === '') call.id = textOf(piece.id);
    if (typeof args === 'string') call.arguments += args;
    else if (args !== undefined && args !== null) call.arguments += JSON.stringify(args);
    return known === undefined;
  }

  /** Takes the first calls out. */
  take(count = this.#open.length): OpenCall[] {
    return this.#open.splice(0, count);
  }

  /** The call that a piece goes on with. */
  #find(piece: CallPiece): OpenCall | undefined {
    const { index } = piece;
    const id = textOf(piece.id);
    const isNamed = textOf(piece.function?.name) !== '';
    if (typeof index === 'number') {
      const known = this.#open.findLast((call) => call.index === index);
      // Some servers number every call 0; then another id with a name begins another call.
      const isOther =
        isNamed && id !== '' && known !== undefined && known.id !== '' && known.id !== id;
      return isOther ? undefined : known;
    }
    if (id !== '') return this.#open.findLast((call) => call.id === id);
    return isNamed ? undefined : this.#open.at(-1);
  }
}

function begin(piece: CallPiece): OpenCall {
  const index = typeof piece.index === 'number' ? piece.index : undefined;
  return { index, id: '', name: '', arguments: '', first: piece };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
