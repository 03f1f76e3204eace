/** A map that forgets: what is kept of sessions and calls must not grow with them. */
export class Recent<V> {
  readonly #limit: number;
  readonly #entries = new Map<string, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  /** Sets an entry as the newest; the oldest goes when there are too many. */
  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  /** Takes an entry out. */
  take(key: string): V | undefined {
    const value = this.#entries.get(key);
    this.#entries.delete(key);
    return value;
  }

  /** Takes all entries out. */
  takeAll(): V[] {
    const values = [...this.#entries.values()];
    this.#entries.clear();
    return values;
  }
}
